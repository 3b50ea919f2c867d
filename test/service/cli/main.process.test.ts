// The program of the service as a process: its output, its exit codes and its help.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type IntrospectionQuery, buildClientSchema, buildSchema, parse, print } from 'graphql';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { PORTICO, environmentOf, runProgram, startProgram } from '../../promises/support/startProgram.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const DATA_DIR = mkdtempSync(join(tmpdir(), 'portico-main-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));
const run = (...args: string[]) => runProgram(args, { DATA_DIR });

describe.concurrent('a command that only reads', () => {
  test.each([
    [['check'], /^No errors in \d+ endpoints of \d+ versions\n$/],
    [['routes'], /^VERSION +METHOD +PATH +OPERATION +FILE +AUTH +KEY +SCOPES\nv1 /],
    [['openapi', '--version', '2'], /^\{\n {2}"openapi": "3\.1\.0",\n/],
    [['explain', 'GET', '/v1/orders/5?expand=user'], /^GET \/v1\/orders\/5\?expand=user\n\nThis request\n/],
    [['schema', '--subgraph', 'users'], /^extend schema @link\(/],
  ])('%j prints to standard output with exit code 0, and writes no file', async (args, output) => {
    expect(await run(...args)).toEqual({ code: 0, stdout: expect.stringMatching(output), stderr: '' });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test.each([[['check']], [['routes']], [['explain', 'GET', '/users']]])('%j prints JSON with --json', async (args) => {
    const { code, stdout } = await run(...args, '--json');
    expect({ code, json: JSON.parse(stdout) as unknown }).toEqual({ code: 0, json: expect.any(Object) });
  });
});

describe.concurrent('the schema', () => {
  const SUBGRAPHS = ['users', 'orders', 'products', 'forecast'];
  const fieldsOf = async (...args: string[]) => {
    const { data } = JSON.parse((await run('schema', '--format', 'introspection', ...args)).stdout) as {
      data: IntrospectionQuery;
    };
    return Object.keys(buildClientSchema(data).getQueryType()!.getFields());
  };

  test('is that of all subgraphs, with descriptions and who may read what', async () => {
    const { stdout } = await run('schema');
    const fields = Object.keys(buildSchema(stdout).getQueryType()!.getFields());
    expect(fields.sort()).toEqual(['forecast', 'order', 'orders', 'product', 'products', 'user', 'users']);
    expect((await fieldsOf()).sort()).toEqual(fields);
    expect(stdout).toContain('type User @authenticated @requiresScopes(scopes: [["users:read"]]) {');
    expect(stdout).toContain('"A person who can place orders."');
  });

  test.each(SUBGRAPHS)('of %s is what a router composes', async (subgraph) => {
    const { stdout } = await run('schema', '--subgraph', subgraph);
    for (const part of ['https://specs.apollo.dev/federation/v2.9', '@key(fields: ', '@requiresScopes(scopes: ']) {
      expect(stdout).toContain(part);
    }
    expect(`${print(parse(stdout))}\n`).toBe(stdout);
    expect(await fieldsOf('--subgraph', subgraph)).toEqual(expect.arrayContaining(['_service', '_entities']));
  });

  test('of a router is schema/supergraph.graphql, with the URL of each subgraph', async () => {
    const { stdout } = await run('compose');
    expect(stdout).toBe(readFileSync('schema/supergraph.graphql', 'utf8'));
    const { stdout: other } = await run('compose', '--url', 'orders=https://orders.internal/graphql');
    expect(other).toContain('ORDERS @join__graph(name: "orders", url: "https://orders.internal/graphql")');
    expect(other).toContain('USERS @join__graph(name: "users", url: "http://localhost:4001/graphql")');
  });
});

test('migrate migrates an empty database whatever MIGRATE says, prints each step, and does nothing twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-migrate-'));
  const migrate = () => runProgram(['migrate'], { DATA_DIR: folder, MIGRATE: 'off', SEED: 'none' });
  const { code, stdout } = await migrate();
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.length > 1, lines.at(-1)]).toEqual([0, true, 'the database is up to date']);
  expect(await migrate()).toMatchObject({ code: 0, stdout: 'the database is up to date\n' });
  rmSync(folder, { recursive: true });
});

test('what serve greets with can be pasted into a shell, whatever the name of the folder', async () => {
  const folder = join(DATA_DIR, "it's here");
  await fillDataFolder(folder, 'none');
  const { client, end, output } = await startProgram({ DATA_DIR: folder, SEED: 'none', AUTH_SECRET: '' });
  const url = client.url.href.replace(/\/$/, '');
  expect(output()).toMatch(`Portico is ready at ${url}\n`);
  expect(output()).toContain(`GraphQL is at ${url}/graphql`);
  expect(output()).toContain(`The API reference is at ${url}/docs`);
  await end('SIGTERM');
  rmSync(folder, { recursive: true });
  // Stubs of the commands print their arguments.
  const stubs = `npm() { printf '%s' "[$DATA_DIR|$*]"; }; curl() { printf '%s\\n' "$@"; }`;
  const command = output()
    .split('\n')
    .find((line) => line.startsWith('  curl'));
  expect(
    execFileSync('sh', ['-c', `${stubs}; ${command}`], { encoding: 'utf8', env: {} })
      .trimEnd()
      .split('\n'),
  ).toEqual([
    '-H',
    `Authorization: Bearer [${folder}|exec -- portico token --scope products:read]`,
    `${url}/v1/products?limit=3`,
  ]);
});

// Of the arguments that the gateway's program has as well: test/commands.
describe.concurrent('an exit code', () => {
  test.each([
    [['explain', 'GET', '/nothing'], '"portico routes"', ''],
    [
      ['serve', '--plan', 'package.json'],
      '',
      'portico: The plan is not valid; expected the JSON that "portico build" writes.\n',
    ],
  ])('of %j is 1', async (args, stdout, stderr) => {
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: expect.stringContaining(stdout),
      stderr: expect.stringContaining(stderr),
    });
  });

  test.each([[[]], [['--subgraph', 'users']]])(
    'of serve %j at a port that is taken is 1, and nothing is created',
    async (args) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const folder = join(DATA_DIR, 'absent');
      const refused = await runProgram(['serve', ...args], { DATA_DIR: folder, PORT: String(port) });
      other.close();
      expect(refused).toEqual({
        code: 1,
        stdout: '',
        stderr: `portico: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port (0 takes any free one).\n`,
      });
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each([
    [['check', '--nonsense'], "error: unknown option '--nonsense'"],
    [['schema', '--format', 'xml'], 'Allowed choices are sdl, introspection.'],
    [['nonsense'], "error: unknown command 'nonsense'"],
    [['token'], "error: required option '--scope <scopes>' not specified"],
    [['token', '--scope', 'nonsense'], 'portico: --scope must be a list of forecast:read, '],
    [['keys', 'rotate', 'x'], "error: too many arguments for 'rotate'"],
    [['compose', '--url', 'users'], 'portico: --url must have the form name=url'],
    [['compose', '--url', 'users=nowhere'], 'portico: --url must have the form name=url'],
    [['compose', '--url', 'people=http://x/graphql'], 'portico: The subgraph "people" does not exist'],
    [['serve', '--schema', 'x.graphql'], 'portico: --schema requires --upstream.'],
    [['serve', '--endpoints', 'x'], 'portico: --endpoints requires --upstream.'],
    [['serve', '--upstream-header', 'a: b'], 'portico: --upstream-header requires --upstream.'],
    [['serve', '--config', 'x.json', '--subgraph', 'users'], '--subgraph and --config cannot be combined.'],
    [['serve', '--forward-header', 'x'], 'portico: --forward-header requires --upstream.'],
    [['serve', '--upstream', 'http://x', '--subgraph', 'users'], '--subgraph and --upstream cannot be combined.'],
    [['schema', '--subgraph', 'x'], 'portico: The subgraph "x" does not exist; '],
    [
      ['serve', '--subgraph', 'x'],
      'portico: The subgraph "x" does not exist; it must be one of users, orders, products, forecast.\n',
    ],
  ])('of %j is 2', async (args, stderr) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test.each([
    [{ PORT: 'http' }, 'portico: PORT must be a whole number from 0 to 65535, not "http".\n'],
    [{ WORKERS: '2' }, 'portico: WORKERS=2 requires DATABASE_URL: '],
    [{ DATABASE_URL: 'postgres://u:hunter2@h:p/d' }, 'portico: DATABASE_URL must be a URL such as postgresql://'],
    [{ DEFAULT_API_VERSION: '2' }, 'portico: DEFAULT_API_VERSION is a property of the API: '],
    [
      { GRAPHQL_SAFELIST: 'operations.json' },
      'portico: --subgraph and GRAPHQL_SAFELIST cannot be combined: a router sends operations of its own to a subgraph. Configure the safelist in the router.\n',
      '--subgraph',
      'users',
    ],
  ] as [Record<string, string>, string, ...string[]][])('of serve with %j is 2', async (env, stderr, ...args) => {
    const refused = await runProgram(['serve', ...args], { DATA_DIR, ...env });
    expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(refused.stderr).not.toContain('hunter2');
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

const COMMANDS = [
  'serve',
  'doctor',
  'token',
  'check',
  'routes',
  'openapi',
  'explain',
  'usage',
  'contracts',
  'schema',
  'compose',
  'migrate',
  'backup',
  'restore',
  'copy',
];

describe.concurrent('help', () => {
  test.each(COMMANDS)('of %s has an example and the exit codes', async (command) => {
    const { code, stdout } = await run(command, '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`\nExamples:\n {2}(?:\\S+=\\S+ )?portico ${command}\\b`));
    expect(stdout).toMatch(/\nExit codes: 0 success, 1 .+, 2 invalid arguments or settings\.\n$/);
  });

  test('of the program names every command', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const command of [...COMMANDS, 'keys']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
  });
});

test('a closed pipe ends it without an error', async () => {
  const command = `"${process.execPath}" ${PORTICO.join(' ')} openapi | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', command]);
  expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: '' });
});

describe('a configuration in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-configured-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runThere = (args: string[], settings: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [...PORTICO, ...args], {
      cwd: folder,
      env: environmentOf({ DATA_DIR: join(folder, 'data'), PORT: '0', ...settings }),
    }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  const configure = (config: object) => writeFileSync(join(folder, 'portico.config.json'), JSON.stringify(config));

  test.each([['serve'], ['mcp'], ['doctor']])('is what %s serves, as the package does', async (command) => {
    configure({ schema: 'nowhere.graphql', endpoints: 'rest' });
    expect(await runThere([command])).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^portico: portico\.config\.json has no upstream: pass --upstream URL/) as string,
    });
    configure({ upstream: 'http://127.0.0.1:1/', schema: 'nowhere.graphql', endpoints: 'rest' });
    const { code, stderr } = await runThere([command, '--json'].slice(0, command === 'doctor' ? 2 : 1));
    expect(code).toBe(command === 'doctor' ? 1 : 2);
    if (command !== 'doctor') expect(stderr).toContain('portico.config.json: schema: the file');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('is none of a subgraph', async () => {
    configure({ schema: 'nowhere.graphql', endpoints: 'rest' });
    expect(await runThere(['serve', '--subgraph', 'people'])).toMatchObject({
      stderr: expect.stringContaining('people') as string,
    });
  });
});
