// The SDK of the Model Context Protocol is a package that only tools need.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installTarball } from './support/installTarball.ts';
import { run } from './support/run.ts';

const PROGRAM = `
  import { buildSchema } from 'graphql';
  import { createPortico } from 'portico';
  const schema = buildSchema('type Query { hello: String }');
  schema.getQueryType().getFields().hello.resolve = () => 'world';
  const reports = [];
  const portico = createPortico({ schema, endpoints: 'rest', report: ({ error }) => reports.push(error.cause.message) });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = '{ "jsonrpc": "2.0", "id": 1, "method": "ping" }';
  const message = await portico.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  const read = await portico.fetch(new Request('http://localhost/hello'));
  console.log(JSON.stringify([message.status, reports, read.status, await read.json()]));
`;

let folder: string;
beforeAll(async () => {
  folder = await installTarball('graphql@16');
  await mkdir(path.join(folder, 'rest/v1'), { recursive: true });
  await writeFile(path.join(folder, 'rest/conventions.json'), '{ "tools": ["GET"] }');
  const document = 'query hello @endpoint(method: GET, path: "/hello") { hello }';
  await writeFile(path.join(folder, 'rest/v1/hello.graphql'), document);
  await writeFile(path.join(folder, 'program.js'), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('without the SDK a message is 503, whose report says what to install, and REST is served', async () => {
  const missing =
    'Tools require the SDK of the Model Context Protocol, which is not found: npm install @modelcontextprotocol/sdk';
  expect(JSON.parse(await run(folder, process.execPath, 'program.js'))).toEqual([503, [missing], 200, 'world']);
});
