// The program with several worker processes.
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { idOf } from '../../promises/support/expectations.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';
import { type Program, freePort, runProgram, startProgram } from '../../promises/support/startProgram.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { readMigrations } from './support/readMigrations.ts';

const TIMEOUT = { timeout: 120_000 };

/** On a connection of its own, so that any worker may receive the request. */
const ONCE = { headers: { connection: 'close' } };

async function start(env: Record<string, string> = {}): Promise<Program & { url: string }> {
  const url = await createDatabase();
  const program = await startProgram({ DATABASE_URL: url, SEED: 'demo', WORKERS: '2', ...env });
  onTestFinished(() => void program.end('SIGTERM').catch(() => {}));
  await expect.poll(() => workersOf(program)).toHaveLength(2);
  return { ...program, url };
}

/** The pids of the workers of a program. */
function workersOf(program: Program): number[] {
  return commandsOf(program).map(([pid]) => Number(pid));
}

/** The commands of the workers of a program, each after its pid and that of its parent. */
function commandsOf({ pid }: Program): string[][] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.includes('serve'));
}

/** The lines of the log. */
function logOf(program: Program): Record<string, unknown>[] {
  const lines = program.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Sends requests until every worker has responded. */
async function untilAllServe(program: Program): Promise<void> {
  const served = () => logOf(program).filter(({ msg }) => msg === 'request');
  await expect
    .poll(
      async () => {
        await Promise.all(Array.from({ length: 20 }, () => program.client.in(V1).get('/products?limit=1', ONCE)));
        return new Set(served().map(({ pid }) => Number(pid)));
      },
      { timeout: 20_000 },
    )
    .toEqual(new Set(workersOf(program)));
}

test('serves with all workers, prepares the database once, and prints its greeting once', TIMEOUT, async () => {
  // As `portico serve` starts, without the options of `npm start`.
  const program = await start({ NODE_OPTIONS: '' });
  await untilAllServe(program);
  expect(program.output().split('Portico is ready at ')).toHaveLength(2);
  const enlarged = commandsOf(program).filter((command) => command.includes('--max-semi-space-size=64'));
  expect(enlarged).toHaveLength(2);
  const prepared = logOf(program).filter(
    ({ msg }) => msg === 'loaded the demo data set' || msg === 'migrated the database',
  );
  const steps = [...readMigrations(), 'the demo data'];
  expect(prepared.map(({ pid }) => pid)).toEqual(steps.map(() => program.pid));
  expect(await program.end('SIGTERM')).toBe(0);
  expect(workersOf(program)).toEqual([]);
});

test('a killed worker is replaced, with growing delays while it keeps dying', TIMEOUT, async () => {
  const program = await start();
  const killed: number[] = [];
  for (let round = 0; round < 3; round++) {
    await expect
      .poll(() => workersOf(program).filter((pid) => !killed.includes(pid)), { timeout: 20_000 })
      .toHaveLength(2);
    const victim = Math.max(...workersOf(program));
    process.kill(victim, 'SIGKILL');
    killed.push(victim);
    await expect.poll(() => logOf(program).some(({ worker }) => worker === victim)).toBe(true);
    // The other worker continues. A connection that the victim had accepted is reset.
    expect((await program.client.in(V1).get('/products?limit=1', ONCE)).status).toBe(200);
  }
  await expect
    .poll(() => workersOf(program).filter((pid) => !killed.includes(pid)), { timeout: 20_000 })
    .toHaveLength(2);
  const replaced = logOf(program).filter(({ worker }) => killed.includes(Number(worker)));
  expect(replaced.map(({ pid, worker, signal, delayMs }) => ({ pid, worker, signal, delayMs }))).toEqual(
    killed.map((worker, round) => ({ pid: program.pid, worker, signal: 'SIGKILL', delayMs: 100 * 2 ** round })),
  );
  expect(await program.end('SIGTERM')).toBe(0);
});

test(
  'a client whose connection one was about to take when it was killed is cut off, and does not wait',
  TIMEOUT,
  async () => {
    const program = await start();
    await untilAllServe(program);
    const victim = Math.max(...workersOf(program));
    process.kill(victim, 'SIGSTOP');
    let settled = 0;
    const get = () =>
      program.client
        .in(V1)
        .get('/products?limit=1', ONCE)
        .finally(() => settled++);
    const answers = Promise.allSettled(Array.from({ length: 6 }, get));
    // The other worker serves all other requests.
    await expect.poll(() => settled, { timeout: 20_000 }).toBe(5);
    process.kill(victim, 'SIGKILL');
    expect((await answers).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(5).fill('fulfilled'),
      'rejected',
    ]);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);

test('HEALTH_PORT is ready while a worker is, and not in a drain', TIMEOUT, async () => {
  const healthPort = await freePort();
  const program = await start({ HEALTH_PORT: String(healthPort), DRAIN_SECONDS: '3600' });
  const probe = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${healthPort}/health/${name}`);
    return [response.status, await response.text()];
  };
  await expect.poll(program.output).toContain('Health probes are at ');
  const ok = [200, '{"status":"ok"}'];
  expect([await probe('live'), await probe('ready')]).toEqual([ok, ok]);
  process.kill(Math.max(...workersOf(program)), 'SIGKILL');
  expect([await probe('live'), await probe('ready')]).toEqual([ok, ok]);
  process.kill(program.pid, 'SIGTERM');
  const drained = [503, '{"error":"The server is shutting down; try again shortly."}'];
  await expect.poll(() => probe('ready')).toEqual(drained);
  expect(await probe('live')).toEqual(ok);
  expect(await program.end('SIGINT')).toBe(0);
});

test('a stuck worker does not prevent the program from ending', TIMEOUT, async () => {
  const program = await start();
  await untilAllServe(program);
  process.kill(Math.max(...workersOf(program)), 'SIGSTOP');
  expect(await program.end('SIGTERM')).toBe(0);
  expect(workersOf(program)).toEqual([]);
});

test.each([
  ['SIGTERM', 'the first process'],
  ['SIGINT', 'all of them, as by a terminal'],
] as const)('%s to %s: each finishes what it has in flight', TIMEOUT, async (signal, to) => {
  const program = await start();
  await untilAllServe(program);
  const workers = workersOf(program);
  const v1 = program.client.in(V1);
  const lock = await lockTables(program.url, 'users');
  const names = Array.from({ length: 8 }, (_, number) => `In Flight${number}`);
  // Requests with a key share no statement, and one worker has a connection for each: all wait for the lock.
  const answers = names.map((name, number) =>
    v1.post('/users', { name }, { headers: { ...ONCE.headers, 'idempotency-key': `create-${number}` } }),
  );
  const waiting = `SELECT DISTINCT client_port FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%users%' AND datname = current_database()`;
  await expect.poll(() => query(program.url, waiting)).toHaveLength(8);

  const ended = program.end(signal);
  if (to !== 'the first process') for (const pid of workers) process.kill(pid, signal);
  const knock = () =>
    program.client.get('/health/live', { scope: null, ...ONCE }).then(
      () => 'open',
      () => 'closed',
    );
  // A request in that moment does not wait until that is finished.
  const knocks: Promise<unknown>[] = [];
  for (let round = 0; round < 100; round++) {
    knocks.push(knock());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(knocks);
  await expect.poll(knock).toBe('closed');
  await lock.release();
  const created = await Promise.all(answers);
  expect(created.map(({ status }) => status)).toEqual(names.map(() => 201));
  expect(await ended).toBe(0);
  expect(program.output()).not.toMatch(/^\s+at /m);
  const stored = await query(program.url, 'SELECT id::int FROM users WHERE first_name = $1 ORDER BY 1', ['In']);
  expect(stored).toEqual(
    created
      .map(idOf)
      .sort((a, b) => Number(a) - Number(b))
      .map((id) => ({ id })),
  );
});

test('a start that fails ends the program, and reports the reason once', TIMEOUT, async () => {
  const { client, url } = await start({ LOG_LEVEL: 'error' });
  const env = { DATABASE_URL: url, AUTH_SECRET: SPEC_SECRET, WORKERS: '2', PORT: client.url.port };
  const { code, stderr } = await runProgram(['serve'], env);
  expect(code).toBe(1);
  expect(stderr.match(/is in use/g)).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);

  const empty = await createDatabase();
  expect((await runProgram(['serve'], { ...env, DATABASE_URL: empty })).code).toBe(1);
  expect(await query(empty, `SELECT FROM information_schema.tables WHERE table_schema = 'public'`)).toEqual([]);
});

test.each([
  ['an option', {}, ['--schema', 'x.graphql'], '--schema requires --upstream.'],
  ['a setting', { DRAIN_SECONDS: 'x' }, [], 'DRAIN_SECONDS must be '],
] as const)('%s that is wrong is reported before the database is touched', TIMEOUT, async (_, wrong, args, says) => {
  const url = await createDatabase();
  const env = { DATABASE_URL: url, AUTH_SECRET: SPEC_SECRET, WORKERS: '2', PORT: String(await freePort()), ...wrong };
  const { code, stderr } = await runProgram(['serve', ...args], env);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`portico: ${says}`) as string });
  expect(await query(url, `SELECT FROM information_schema.tables WHERE table_schema = 'public'`)).toEqual([]);
});

test('a key without issuer and audience is logged once, not by each worker', TIMEOUT, async () => {
  const program = await start({ LOG_LEVEL: 'warn' });
  const warnings = logOf(program).filter(({ msg }) => /^AUTH_(ISSUER|AUDIENCE) is not set: /.test(String(msg)));
  expect(warnings.map(({ level, pid, msg }) => [level, pid, String(msg).split(' ')[0]])).toEqual([
    [40, program.pid, 'AUTH_ISSUER'],
    [40, program.pid, 'AUTH_AUDIENCE'],
  ]);
  expect(await program.end('SIGTERM')).toBe(0);
});

test('an unusable database is reported before any worker serves', TIMEOUT, async () => {
  const env = {
    DATABASE_URL: await createDatabase(),
    AUTH_SECRET: SPEC_SECRET,
    WORKERS: '2',
    MIGRATE: 'off',
    PORT: String(await freePort()),
  };
  const { code, stderr } = await runProgram(['serve'], env);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^portico: The database lacks the migrations .* Run `portico migrate` first\.\n$/,
    ) as string,
  });
});

test(
  'METRICS_PORT has the metrics of all workers, and those of others while one does not respond',
  TIMEOUT,
  async () => {
    const program = await start({ METRICS_PORT: '0' });
    await untilAllServe(program);
    await expect.poll(program.output).toMatch(/^Metrics are at /m);
    const url = /^Metrics are at (\S+)$/m.exec(program.output())![1]!;
    const scrape = async () => (await fetch(url)).text();
    const countsIn = (page: string) =>
      page
        .split('\n')
        .filter((line) => /^http_server_request_duration_seconds_count{.*http_route="\/products"/.test(line));
    const page = await scrape();
    const workers = countsIn(page).map((line) => /worker="(\d+)"/.exec(line)![1]);
    expect(workers.sort()).toEqual(['1', '2']);
    expect(page.match(/^# TYPE http_server_request_duration_seconds histogram$/gm)).toHaveLength(1);
    const requests = countsIn(page).map((line) => Number(line.split(' ').at(-1)));
    const logged = () =>
      logOf(program).filter(({ msg, endpoint }) => msg === 'request' && endpoint === 'GET /products');
    await expect.poll(logged).toHaveLength(requests[0]! + requests[1]!);

    const [stopped] = workersOf(program);
    process.kill(stopped!, 'SIGSTOP');
    try {
      expect(countsIn(await scrape())).toHaveLength(1);
    } finally {
      process.kill(stopped!, 'SIGCONT');
    }
  },
);
