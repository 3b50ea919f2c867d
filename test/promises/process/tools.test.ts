// Tools of the program as it is built: over HTTP, where a POST is a tool as well, and over standard input and output.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { connect, textOf } from '../../library/mcp/support/connect.ts';
import { SPEC_SECRET, signToken } from '../support/signToken.ts';
import { GATEWAY, PORTICO, environmentOf, runProgram, startProgram } from '../support/startProgram.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A plan of the service that has all tools. */
const endpoints = path.join(folder, 'rest');
cpSync(defaultApi.endpoints, endpoints, { recursive: true });
const conventions = path.join(endpoints, 'conventions.json');
writeFileSync(conventions, readFileSync(conventions, 'utf8').replace('"GET"]', '"GET", "POST", "DELETE"]'));
const plan = path.join(folder, 'plan.json');
writeFileSync(plan, JSON.stringify(compileApi(endpoints, composeSchema().schema)));

const SCOPES = 'products:read orders:read orders:write users:read users:write';

interface Stdio {
  client: Client;
  stderr(): string;
}

/** Starts a program as an agent does. */
async function start(program: readonly string[], args: readonly string[], env: Record<string, string>): Promise<Stdio> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...program, 'mcp', ...args],
    env: environmentOf(env),
    cwd: folder,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr!.on('data', (chunk: Buffer) => (stderr += chunk));
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

test('an agent places an order once, over HTTP', async () => {
  const service = await startProgram({ DATA_DIR: path.join(folder, 'http') }, '--plan', plan);
  const client = await connect(new URL('/mcp', service.client.url).href, {
    token: await signToken({ scope: SCOPES, sub: 'agent' }),
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['listProducts', 'createOrder', 'deleteUser']));
  const found = await client.callTool({ name: 'listProducts', arguments: { search: 'lamp', limit: 1 } });
  const [{ id: productId }] = (found.structuredContent as { data: [{ id: number }] }).data;
  const order = { items: [{ productId, quantity: 2 }], expand: ['items'], idempotencyKey: 'an-order' };
  const placed = await client.callTool({ name: 'createOrder', arguments: order });
  expect(placed.structuredContent).toMatchObject({ id: expect.any(Number), items: [{ quantity: 2 }] });
  expect(await client.callTool({ name: 'createOrder', arguments: order })).toEqual(placed);
  const { id } = placed.structuredContent as { id: number };
  const next = await client.callTool({ name: 'getOrder', arguments: { id: id + 1 } });
  expect([next.isError, textOf(next)]).toEqual([true, expect.stringContaining('No Order')]);
  await service.end('SIGINT');
  const line = service
    .output()
    .split('\n')
    .find((each) => each.includes('"endpoint":"POST /orders"'));
  expect(JSON.parse(line!)).toMatchObject({ path: '/mcp', status: 200, version: 1, subject: 'agent' });
});

test('the service is a server of tools over standard input and output', async () => {
  const env = {
    DATA_DIR: path.join(folder, 'stdio'),
    AUTH_SECRET: SPEC_SECRET,
    MCP_TOKEN: await signToken({ scope: SCOPES }),
  };
  const { client, stderr } = await start(PORTICO, ['--plan', plan, '--version', '2'], env);
  expect(client.getServerVersion()).toEqual({ name: 'portico', version: '2' });
  await client.listTools();
  const user = await client.callTool({ name: 'getUser', arguments: { id: 1 } });
  expect(user.structuredContent).toMatchObject({ id: 1 });
  const unknown = await client
    .callTool({ name: 'listForecasts', arguments: {} })
    .catch((error: Error) => error.message);
  expect(unknown).toContain('Unknown tool "listForecasts"');
  await client.close();
  const lines = stderr()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ endpoint: 'GET /users/{id}', version: 2, status: 200, client: 'agent' }),
  ]);
});

test('what was read before the input ends is answered', async () => {
  const env = environmentOf({
    DATA_DIR: path.join(folder, 'stdio'),
    AUTH_SECRET: SPEC_SECRET,
    MCP_TOKEN: await signToken({ scope: SCOPES }),
  });
  const order = { items: [{ productId: 1, quantity: 1 }], idempotencyKey: 'piped' };
  const messages = [
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } }],
    ['tools/call', { name: 'createOrder', arguments: order }],
    ['tools/call', { name: 'getUser', arguments: { id: 1 } }],
  ].map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const running = promisify(execFile)(process.execPath, [...PORTICO, 'mcp', '--plan', plan], { env, cwd: folder });
  running.child.stdin!.end(messages.join(''));
  const { stdout } = await running;
  const responses = stdout.trim().split('\n');
  expect(responses.map((line) => (JSON.parse(line) as { id: number }).id).sort()).toEqual([0, 1, 2]);
});

test('a façade forwards the token of an agent', async () => {
  const upstream = await stubUpstream();
  const sdl = 'type Query { book(id: ID!): Book } type Book { id: ID! title: String }';
  const schema = buildSchema(sdl);
  upstream.answer = ({ body, headers }) => ({
    body: graphqlSync({
      schema,
      source: body.query,
      variableValues: body.variables as Record<string, unknown>,
      rootValue: { book: { id: '7', title: headers.authorization } },
    }),
  });
  mkdirSync(path.join(folder, 'books/v1'), { recursive: true });
  writeFileSync(path.join(folder, 'books/conventions.json'), '{ "tools": ["GET"] }');
  writeFileSync(
    path.join(folder, 'books/v1/getBook.graphql'),
    'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title } }',
  );
  writeFileSync(path.join(folder, 'books.graphql'), sdl);
  const args = ['--upstream', upstream.url.href, '--schema', 'books.graphql', '--endpoints', 'books', '--token', 'abc'];
  const { client } = await start(GATEWAY, args, {});
  const book = await client.callTool({ name: 'getBook', arguments: { id: '7' } });
  expect(book.structuredContent).toEqual({ id: '7', title: 'Bearer abc' });
  await client.close();
  await upstream.close();
});

test('numbers keep their digits over standard input and output', async () => {
  const upstream = await stubUpstream();
  let sent = '';
  upstream.answer = ({ body }) => {
    // A probe has none.
    if (body.variables) sent = JSON.stringify(body.variables);
    return { body: '{"data":{"sum":{"big":9007199254740993}}}' };
  };
  mkdirSync(path.join(folder, 'sums/v1'), { recursive: true });
  writeFileSync(
    path.join(folder, 'sums/conventions.json'),
    '{ "tools": ["GET"], "scalars": { "BigInt": { "type": "integer" } } }',
  );
  writeFileSync(
    path.join(folder, 'sums/v1/getSum.graphql'),
    'query getSum($of: ID!, $json: JSON) @endpoint(method: GET, path: "/sums/{of}") { sum(of: $of, json: $json) { big } }',
  );
  writeFileSync(
    path.join(folder, 'sums.graphql'),
    'type Query { sum(of: ID!, json: JSON): Sum } type Sum { big: BigInt } scalar BigInt scalar JSON',
  );
  const args = ['mcp', '--upstream', upstream.url.href, '--schema', 'sums.graphql', '--endpoints', 'sums'];
  const running = promisify(execFile)(process.execPath, [...GATEWAY, ...args], { env: environmentOf({}), cwd: folder });
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } };
  running.child.stdin!.end(
    `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize })}\r\n` +
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getSum","arguments":{"of":9007199254740993,"json":[1,"é"]}}}\n',
  );
  const { stdout } = await running;
  expect(stdout.trim().split('\n')[1]).toBe(
    '{"result":{"content":[{"type":"text","text":"{\\"big\\":9007199254740993}"}],"structuredContent":{"big":9007199254740993}},"jsonrpc":"2.0","id":1}',
  );
  expect(sent).toBe('{"of":"9007199254740993","json":[1,"é"]}');
  await upstream.close();
});

test('a start without tools says why it fails', async () => {
  const env = { DATA_DIR: path.join(folder, 'refused'), AUTH_SECRET: SPEC_SECRET };
  const stderr = expect.stringMatching(
    /\nportico: Version 9 has no tools; versions with tools are 1, 2\.\n$/,
  ) as string;
  expect(await runProgram(['mcp', '--version', '9', '--plan', plan], env)).toEqual({ code: 1, stdout: '', stderr });
});
