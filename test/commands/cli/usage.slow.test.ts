import { describe, expect, test } from 'vitest';
import { Folder, usageError } from '../support/runPortico.ts';
import { playFixtures } from './replay/support/playFixtures.ts';

const line = (request: object) => JSON.stringify({ level: 30, pid: 1, milliseconds: 1.5, msg: 'request', ...request });
const getBook = { endpoint: 'GET /books/{id}', version: 1, status: 200 };
const LOG = [
  'portico is ready',
  line({ time: '2027-01-31T10:00:00.123Z', ...getBook, client: 'shop', deprecated: ['parameter sort', 'field pages'] }),
  '{"truncated":',
  line({ time: '2027-01-30T10:00:00.123Z', ...getBook, client: 'shop', deprecated: ['field pages'] }),
  line({ time: '2027-01-29T10:00:00.123Z', ...getBook, client: 'app\u2028', status: 0 }),
  line({ time: '2027-01-29T10:00:00.123Z', ...getBook, client: 'app\u2028', version: 2 }),
  line({ time: '2027-01-28T10:00:00.123Z', ...getBook, endpoint: 'DELETE /books/{id}', client: 'unknown' }),
  // No use of an endpoint, or nobody's.
  line({ time: '2027-02-01T10:00:00.123Z', ...getBook, client: 'scanner', status: 401 }),
  line({ time: '2027-02-01T10:00:00.123Z', client: 'scanner', status: 404 }),
  line({ time: 'yesterday', ...getBook, client: 'shop' }),
  'null',
  '',
].join('\n');
const folder = new Folder({ 'portico.log': LOG, 'empty.log': '' });

const TABLE = [
  'ENDPOINT            VERSION  CLIENT   REQUESTS  LAST USE',
  'DELETE /books/{id}  v1       unknown  1         2027-01-28T10:00:00Z',
  'GET /books/{id}     v1       shop     2         2027-01-31T10:00:00Z',
  '  parameter sort                      1         2027-01-31T10:00:00Z',
  '  field pages                         2         2027-01-31T10:00:00Z',
  'GET /books/{id}     v1       app\u2028     1         2027-01-29T10:00:00Z',
  'GET /books/{id}     v2       app\u2028     1         2027-01-29T10:00:00Z',
  'Skipped 2 lines: not JSON.',
].join('\n');

test('prints what clients use by a log', async () => {
  expect(await folder.run('usage --log portico.log')).toEqual({ code: 0, stdout: `${TABLE}\n`, stderr: '' });
  const last = '2027-01-31T10:00:00.123Z';
  const deprecated = [
    { name: 'parameter sort', requests: 1, lastUse: last },
    { name: 'field pages', requests: 2, lastUse: last },
  ];
  const { status: _, ...get } = getBook;
  expect((await folder.runJson('usage --log portico.log')).json).toEqual({
    usage: [
      {
        endpoint: 'DELETE /books/{id}',
        version: 1,
        client: 'unknown',
        requests: 1,
        lastUse: '2027-01-28T10:00:00.123Z',
        deprecated: [],
      },
      { ...get, client: 'shop', requests: 2, lastUse: last, deprecated },
      { ...get, client: 'app\u2028', requests: 1, lastUse: '2027-01-29T10:00:00.123Z', deprecated: [] },
      { ...get, version: 2, client: 'app\u2028', requests: 1, lastUse: '2027-01-29T10:00:00.123Z', deprecated: [] },
    ],
    skipped: 2,
  });
});

test('reads standard input, in chunks', async () => {
  const { stdout } = await folder.run('usage --log -', { stdin: LOG.match(/[^]{1,7}/g)! });
  expect(stdout).toBe(`${TABLE}\n`);
});

test.each([2, 0])('reads its own reports, indented by %i, and adds them up', async (indent) => {
  const { stdout } = await folder.run('usage --log portico.log --json');
  const compact = JSON.stringify(JSON.parse(stdout));
  folder.write({ 'usage.json': indent > 0 ? stdout : `${compact}\n${compact}\n` });
  const table = TABLE.replace(/\nSkipped.*/, '\n');
  expect((await folder.run('usage --log usage.json')).stdout).toBe(
    indent > 0 ? table : table.replaceAll(/ ([12])(?= {9})/g, (_, number) => ` ${Number(number) * 2}`),
  );
});

describe('what is counted as other', () => {
  interface Use {
    endpoint: string;
    client: string;
    requests: number;
    lastUse: string;
  }
  /** What is counted of uses, which follow each other by a second. */
  async function count(uses: readonly [client: string, endpoint?: string][]): Promise<Use[]> {
    const lines = uses.map(([client, endpoint = 'GET /a'], at) => {
      const time = new Date(Date.UTC(2027, 0, 1) + at * 1000).toISOString();
      return `${line({ time, ...getBook, client, endpoint })}\n`;
    });
    const { json } = await folder.runJson('usage --log -', { stdin: lines });
    return (json as { usage: Use[] }).usage;
  }
  const clients = Array.from({ length: 1_000 }, (_, at) => `app ${at}`);
  const lastUse = (at: number) => new Date(Date.UTC(2027, 0, 1) + at * 1000).toISOString();

  test('are the clients after 1,000 others', async () => {
    const counted = await count([...clients, 'app 1000', 'app 1001', 'app 0'].map((client) => [client]));
    expect(counted).toHaveLength(1_001);
    expect(counted.find(({ client }) => client === 'app 0')).toMatchObject({ requests: 2, lastUse: lastUse(1002) });
    expect(counted.find(({ client }) => client === 'other')).toMatchObject({ requests: 2, lastUse: lastUse(1001) });
  });

  test('are the clients of an endpoint after 50,000 uses, but not those that are counted by their names', async () => {
    const uses = Array.from({ length: 50 }, (_, at) =>
      clients.map((client): [string, string] => [client, `GET /${at}`]),
    );
    const counted = await count([
      ...uses.flat(),
      ['app 1', 'GET /more'],
      ['app 2', 'GET /more'],
      ['app 999', 'GET /49'],
    ]);
    expect(counted).toHaveLength(50_001);
    const more = counted.filter(({ endpoint }) => endpoint === 'GET /more');
    expect(more).toMatchObject([{ client: 'other', requests: 2, lastUse: lastUse(50_001) }]);
    const last = counted.find(({ endpoint, client }) => endpoint === 'GET /49' && client === 'app 999');
    expect(last).toMatchObject({ requests: 2, lastUse: lastUse(50_002) });
  });
});

test('says that there is nothing in an empty log', async () => {
  expect(await folder.run('usage --log empty.log')).toEqual({
    code: 0,
    stdout: 'No requests to endpoints were found.\n',
    stderr: '',
  });
  expect((await folder.runJson('usage --log empty.log')).json).toEqual({ usage: [], skipped: 0 });
});

test.each([
  ['a line', 'x'.repeat(1024 * 1024), '--log: standard input: line 1 has more than 67108864 characters.'],
  ['a report', `{\n${'x'.repeat(1024)}\n`, '--log: -: the report has more than 67108864 characters.'],
])('refuses %s without an end', async (_, text, message) => {
  function* endless() {
    yield text;
    for (;;) yield text.replace('{', 'x');
  }
  expect(await folder.run('usage --log -', { stdin: endless() })).toEqual(usageError(message));
});

const METRICS = String.raw`# HELP portico_usage_requests_total Requests.
# TYPE portico_usage_requests_total counter
portico_usage_requests_total{endpoint="GET /books/{id}",version="1",client="a \"b\", {c\\}",worker="1"} 2 1769853600000
portico_usage_requests_total{client="a \"b\", {c\\}",endpoint="GET /books/{id}",version="1",worker="2"} 3
portico_usage_last_use_seconds{endpoint="GET /books/{id}",version="1",client="a \"b\", {c\\}",worker="1"} 1.8013896e+09
portico_usage_last_use_timestamp_seconds{endpoint="GET /books/{id}",version="1",client="a \"b\", {c\\}",worker="2"} 1801303200
portico_usage_deprecated_total{endpoint="GET /books/{id}",version="1",client="a \"b\", {c\\}",deprecated="field pages",worker="1"} 1
portico_usage_deprecated_total{endpoint="GET /books/{id}",version="1",client="a \"b\", {c\\}",deprecated="field pages",worker="2"} 1
http_server_request_duration_seconds_count{http_route="/books/{id}"} 5
process_uptime 7
`;

test('reads the metrics of a server, and adds those of its workers up', async () => {
  const server = await playFixtures({ 'GET /metrics': { body: METRICS } });
  expect((await folder.run(`usage --metrics ${server.origin}/metrics`)).stdout).toBe(
    [
      'ENDPOINT         VERSION  CLIENT       REQUESTS  LAST USE',
      'GET /books/{id}  v1       a "b", {c\\}  5         2027-01-31T10:00:00Z',
      '  field pages                          2         2027-01-31T10:00:00Z\n',
    ].join('\n'),
  );
  expect(await folder.run(`usage --metrics ${server.origin}/none`)).toEqual({
    code: 1,
    stdout: '',
    stderr: `portico: ${server.origin}/none cannot be read: the status is 404, expected 200.\n`,
  });
  await server.close();
});

test('says why the metrics of a server that is down cannot be read', async () => {
  // Of a server that was never asked, no connection is kept.
  const server = await playFixtures({});
  await server.close();
  expect((await folder.run(`usage --metrics ${server.origin}/metrics`)).stderr).toBe(
    `portico: ${server.origin}/metrics cannot be read: fetch failed (ECONNREFUSED).\n`,
  );
});

test.each([
  ['usage', 'Expected --log FILE, the log of a server (- for standard input), or --metrics URL.'],
  ['usage --log none', '--log: the file none cannot be read. ENOENT: no such file or directory.'],
  ['usage --log .', `--log: the file ${folder.path} cannot be read. It is a folder.`],
  ['usage --metrics localhost', '--metrics must be an http or https URL such as http://127.0.0.1:9464/metrics.'],
])('%s is refused', async (args, message) => {
  expect(await folder.run(args)).toEqual(usageError(message));
});
