// The SDK of the protocol is installed here; `test/systems/package` has a project without it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, expect, test, vi } from 'vitest';
import { type PorticoFailure, createPortico } from '../../../src/gateway/index.ts';

vi.mock('../../../src/gateway/serve/mcp/createToolServer.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/gateway/serve/mcp/createToolServer.ts')>();
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  return { ...original, importSdk: async () => original.refuseMissing(missing) };
});

const folder = mkdtempSync(path.join(tmpdir(), 'portico-tools-'));
mkdirSync(path.join(folder, 'v1'));
writeFileSync(path.join(folder, 'conventions.json'), '{"tools": ["GET"]}');
writeFileSync(path.join(folder, 'v1/hello.graphql'), 'query hello @endpoint(method: GET, path: "/hello") { hello }');
afterAll(() => rmSync(folder, { recursive: true }));

test('without the SDK a message is 503, the log says what to install, and REST is served', async () => {
  const failures: PorticoFailure[] = [];
  const schema = buildSchema('type Query { hello: String }');
  schema.getQueryType()!.getFields()['hello']!.resolve = () => 'world';
  const portico = createPortico({ schema, endpoints: folder, report: (failure) => failures.push(failure) });
  const send = (method: string, target: string, body?: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return portico.fetch(new Request(`http://localhost${target}`, { method, headers, ...(body && { body }) }));
  };
  const refused = await send('POST', '/mcp', '{ "jsonrpc": "2.0", "id": 1, "method": "ping" }');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    { error: 'The tools are not available, because the server lacks a package that they need; its log says which.' },
  ]);
  const [{ error }] = failures as [PorticoFailure];
  expect((error.cause as Error).message).toBe(
    'Tools require the SDK of the Model Context Protocol, which is not found: npm install @modelcontextprotocol/sdk',
  );
  expect((await send('POST', '/mcp', '{')).status).toBe(400);
  expect((await send('GET', '/v1/hello')).status).toBe(200);
});
