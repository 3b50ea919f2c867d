// The SDK of the protocol is a package that only tools need.
import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test, vi } from 'vitest';
import { createPortico } from '../../../../src/gateway/index.ts';
import { folderOf } from '../engine/support/toy.ts';

// Vitest would wrap what a factory throws.
vi.mock('@modelcontextprotocol/sdk/server/index.js', () => ({
  get Server() {
    throw Object.assign(new Error('no such package'), { code: 'ERR_MODULE_NOT_FOUND' });
  },
}));

test('without the SDK a message is a failure, whose report says what to install, and REST is served', async () => {
  const folder = folderOf({
    'conventions.json': '{ "tools": ["GET"] }',
    'v1/hello.graphql': 'query hello @endpoint(method: GET, path: "/hello") { hello }',
  });
  const reports: unknown[] = [];
  const schema = buildSchema('type Query { hello: String }');
  schema.getQueryType()!.getFields()['hello']!.resolve = () => 'world';
  const portico = createPortico({ schema, endpoints: folder, report: ({ error }) => void reports.push(error.cause) });
  rmSync(folder, { recursive: true });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = '{ "jsonrpc": "2.0", "id": 1, "method": "ping" }';
  const refused = await portico.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  expect([refused.status, await refused.json()]).toEqual([500, { error: expect.stringContaining('logged') }]);
  expect((await portico.fetch(new Request('http://localhost/hello'))).status).toBe(200);
  expect(reports).toEqual([
    expect.objectContaining({ message: expect.stringContaining('npm install @modelcontextprotocol/sdk') }),
  ]);
});
