import { expect, it } from 'vitest';
import { routes } from '../../../src/project/routes.ts';
import { DOCUMENTS, compileDocuments } from '../cli/support/compileDocuments.ts';

const { text, json } = routes(compileDocuments(DOCUMENTS).plan);

/** The table without the temporary folder. */
const linesOf = (table: string) => table.replace(/(\S+)(\/v\d\/)/g, '…$2').split('\n');

it('lists every version by path and method, with the file of each endpoint', () => {
  expect(linesOf(text).map((line) => line.split(/ {2,}/))).toEqual([
    ['VERSION', 'METHOD', 'PATH', 'OPERATION', 'FILE', 'AUTH', 'KEY', 'SCOPES'],
    ['v1', 'GET', '/orders', 'listOrders', '…/v1/listOrders.graphql', 'REQUIRED', 'NONE', 'orders:read'],
    ['v1', 'POST', '/users', 'createUser', '…/v1/createUser.graphql', 'REQUIRED', 'NONE', 'users:write'],
    ['v1', 'GET', '/users/{id}', 'getUser', '…/v1/getUser.graphql', 'REQUIRED', 'NONE', 'users:read'],
    ['v2', 'GET', '/orders', 'listOrders', '…/v1/listOrders.graphql', 'REQUIRED', 'NONE', 'orders:read'],
    ['v2', 'POST', '/users', 'createUser', '…/v2/createUser.graphql', 'REQUIRED', 'NONE', 'users:write'],
    ['v2', 'GET', '/users/{id}', 'getUser', '…/v1/getUser.graphql', 'REQUIRED', 'NONE', 'users:read'],
    [''],
  ]);
});

it('aligns the columns', () => {
  const lines = text.trimEnd().split('\n');
  for (const heading of ['METHOD', 'PATH', 'OPERATION', 'FILE', 'AUTH', 'KEY', 'SCOPES']) {
    const at = lines[0]!.indexOf(heading);
    expect(lines.map((line) => line.slice(at - 2, at + 1))).toEqual(lines.map(() => expect.stringMatching(/^ {2}\S$/)));
  }
});

it('marks inherited endpoints in JSON, and lists the scopes that expand requires', () => {
  const all = json as { version: number; operation: string; inherited: boolean }[];
  expect(all.filter(({ inherited }) => inherited).map(({ version, operation }) => [version, operation])).toEqual([
    [2, 'listOrders'],
    [2, 'getUser'],
  ]);
  expect(all[0]).toEqual({
    version: 1,
    method: 'GET',
    path: '/orders',
    operation: 'listOrders',
    file: expect.stringMatching(/v1\/listOrders\.graphql$/),
    inherited: false,
    auth: 'REQUIRED',
    idempotencyKey: 'NONE',
    scopes: { always: [['orders:read']], expand: { items: [['products:read']], user: [['users:read']] } },
  });
});

it('lists a new file in its own version and every later one', () => {
  const { 'v1/getUser.graphql': getUser = '' } = DOCUMENTS;
  const more = { ...DOCUMENTS, 'v2/getName.graphql': getUser.replace('getUser', 'getName').replace('}"', '}/name"') };
  const all = routes(compileDocuments(more).plan).json as { version: number; path: string }[];
  expect(all.filter(({ path }) => path === '/users/{id}/name').map(({ version }) => version)).toEqual([2]);
});

it('says whether requests have an Idempotency-Key', () => {
  const keyed = { ...DOCUMENTS, 'conventions.json': '{ "idempotencyKey": "OPTIONAL" }' };
  const all = routes(compileDocuments(keyed).plan).json as { method: string; idempotencyKey: string }[];
  expect(all.map(({ method, idempotencyKey }) => `${method} ${idempotencyKey}`)).toEqual(
    expect.arrayContaining(['GET NONE', 'POST OPTIONAL']),
  );
});

it('lists the path of the tools of each version that has some', () => {
  const { plan } = compileDocuments({ ...DOCUMENTS, 'v2/conventions.json': '{ "tools": ["GET"] }' });
  const report = routes(plan);
  expect(linesOf(report.text).flatMap((line) => (line.includes('/mcp') ? [line.split(/ {2,}/)] : []))).toEqual([
    ['v2', 'POST', '/mcp', 'the tools, for agents', '-', 'REQUIRED', 'NONE', 'none'],
  ]);
  expect((report.json as { path: string }[]).filter(({ path }) => path === '/mcp')).toEqual([
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
