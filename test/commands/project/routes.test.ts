import { expect, test } from 'vitest';
import { DOCUMENTS, openShop } from '../cli/support/shop.ts';

interface Route {
  version: number;
  method: string;
  path: string;
  operation: string | null;
  inherited: boolean;
  idempotencyKey: string;
}

const shop = openShop();
const list = async (documents: Readonly<Record<string, string>>) =>
  (await openShop({ ...DOCUMENTS, ...documents }).runJson('routes')).json as Route[];

test('lists every version by path and method, with the file of each endpoint, in aligned columns', async () => {
  expect(await shop.run('routes')).toEqual({
    code: 0,
    stdout: `VERSION  METHOD  PATH         OPERATION   FILE                        AUTH      KEY   SCOPES
v1       GET     /orders      listOrders  rest/v1/listOrders.graphql  REQUIRED  NONE  orders:read
v1       POST    /users       createUser  rest/v1/createUser.graphql  REQUIRED  NONE  users:write
v1       GET     /users/{id}  getUser     rest/v1/getUser.graphql     REQUIRED  NONE  users:read
v2       GET     /orders      listOrders  rest/v1/listOrders.graphql  REQUIRED  NONE  orders:read
v2       POST    /users       createUser  rest/v2/createUser.graphql  REQUIRED  NONE  users:write
v2       GET     /users/{id}  getUser     rest/v1/getUser.graphql     REQUIRED  NONE  users:read
`,
    stderr: '',
  });
});

test('marks inherited endpoints in JSON, and lists the scopes that expand requires', async () => {
  const all = (await shop.runJson('routes')).json as Route[];
  expect(all.filter(({ inherited }) => inherited).map(({ version, operation }) => [version, operation])).toEqual([
    [2, 'listOrders'],
    [2, 'getUser'],
  ]);
  expect(all[0]).toEqual({
    version: 1,
    method: 'GET',
    path: '/orders',
    operation: 'listOrders',
    file: 'rest/v1/listOrders.graphql',
    inherited: false,
    auth: 'REQUIRED',
    idempotencyKey: 'NONE',
    scopes: { always: [['orders:read']], expand: { items: [['products:read']], user: [['users:read']] } },
  });
});

test('lists a new file in its own version and every later one', async () => {
  const { 'v1/getUser.graphql': getUser = '' } = DOCUMENTS;
  const all = await list({ 'v2/getName.graphql': getUser.replace('getUser', 'getName').replace('}"', '}/name"') });
  expect(all.filter(({ path }) => path === '/users/{id}/name').map(({ version }) => version)).toEqual([2]);
});

test('says whether requests have an Idempotency-Key', async () => {
  const conventions = JSON.stringify({ ...JSON.parse(DOCUMENTS['conventions.json']!), idempotencyKey: 'OPTIONAL' });
  const all = await list({ 'conventions.json': conventions });
  expect(all.map(({ method, idempotencyKey }) => `${method} ${idempotencyKey}`)).toEqual(
    expect.arrayContaining(['GET NONE', 'POST OPTIONAL']),
  );
});

test('lists the path of the tools of each version that has some', async () => {
  const tooled = openShop({ ...DOCUMENTS, 'v2/conventions.json': '{ "tools": ["GET"] }' });
  const { stdout } = await tooled.run('routes');
  expect(stdout.match(/.*\/mcp.*/g)!.map((line) => line.split(/ {2,}/))).toEqual([
    ['v2', 'POST', '/mcp', 'the tools, for agents', '-', 'REQUIRED', 'NONE', 'none'],
  ]);
  expect(((await tooled.runJson('routes')).json as Route[]).filter(({ path }) => path === '/mcp')).toEqual([
    {
      version: 2,
      method: 'POST',
      path: '/mcp',
      operation: null,
      file: null,
      inherited: false,
      auth: 'REQUIRED',
      idempotencyKey: 'NONE',
      scopes: { always: [], expand: {} },
      tools: ['getUser', 'listOrders'],
    },
  ]);
});
