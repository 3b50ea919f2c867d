// The endpoints of the service as tools of the Model Context Protocol: the client is that of its SDK, and what HTTP says is read without it.
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../../library/mcp/support/connect.ts';
import { sendRequest } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const address = (path = '/mcp') => new URL(portico.path(path), portico.url).href;
const open = async (scope: string, path?: string) => connect(address(path), { token: await portico.token(scope) });

const JSON_RPC = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const PING = { jsonrpc: '2.0', id: 'a', method: 'ping' };

/** Sends one message without the SDK, with a token that has no scope unless the headers have another, or none. */
async function post(body: unknown, headers: Record<string, string | undefined> = {}, method = 'POST') {
  const authorization = `Bearer ${await portico.token('')}`;
  const all = Object.entries({ authorization, ...JSON_RPC, ...headers }).filter(([, value]) => value !== undefined);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const {
    status,
    headers: received,
    body: sent,
  } = await sendRequest(
    portico.url,
    portico.path('/mcp'),
    method,
    Object.fromEntries(all) as Record<string, string>,
    method === 'POST' ? text : undefined,
  );
  return { status, headers: received, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) };
}

describe('the list of tools', () => {
  test('has the endpoints that a caller with these scopes may call', async () => {
    const namesOf = async (scope: string) => {
      const client = await open(scope);
      return (await client.listTools()).tools.map(({ name }) => name).sort();
    };
    expect(await namesOf('products:read')).toEqual(['getProduct', 'listProducts']);
    expect(await namesOf('orders:read')).toEqual(['getOrder', 'listOrders']);
    expect(await namesOf('')).toEqual([]);
  });

  test('has the description, the schemas and the hints of an endpoint', async () => {
    const client = await open('orders:read');
    const { tools } = await client.listTools();
    const { inputSchema, outputSchema, ...getOrder } = tools.find(({ name }) => name === 'getOrder')!;
    expect(getOrder).toEqual({
      name: 'getOrder',
      title: expect.any(String),
      description: expect.any(String),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(inputSchema).toMatchObject({
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { id: { type: 'integer' }, expand: { type: 'array' } },
    });
    expect(outputSchema).toMatchObject({ type: 'object', properties: { id: { type: 'integer' } } });
    const references = [...JSON.stringify({ inputSchema, outputSchema }).matchAll(/"\$ref":"([^"]*)"/g)];
    expect(references.map(([, target]) => target).filter((target) => !target!.startsWith('#/$defs/'))).toEqual([]);
  });

  test('is that of version 2 at /v2/mcp', async () => {
    const client = await open('users:read', '/v2/mcp');
    expect(client.getServerVersion()).toEqual({ name: 'portico', version: '2' });
    const user = await portico.in({ prefix: '/v2', headers: {} }).get('/users/1', { scope: 'users:read' });
    const result = await client.callTool({ name: 'getUser', arguments: { id: 1 } });
    expect(result.structuredContent).toEqual(user.json);
  });
});

describe('a call', () => {
  test('has the body of REST, and its text', async () => {
    const client = await open('products:read');
    // The schemas of the results are known to the client, which checks them.
    await client.listTools();
    const { body, json } = await portico
      .in({ prefix: '/v1', headers: {} })
      .get('/products/1', { scope: 'products:read' });
    const result = await client.callTool({ name: 'getProduct', arguments: { id: 1 } });
    expect(result).toEqual({ content: [{ type: 'text', text: body }], structuredContent: json });
  });

  test('goes from page to page by nextCursor', async () => {
    const client = await open('products:read');
    await client.listTools();
    const seen: number[] = [];
    let cursor: string | null | undefined = undefined;
    for (let page = 0; page < 3; page++) {
      const { structuredContent } = await client.callTool({
        name: 'listProducts',
        arguments: { limit: 2, cursor },
      });
      const { data, pagination } = structuredContent as {
        data: { id: number }[];
        pagination: { nextCursor: string | null };
      };
      seen.push(...data.map(({ id }) => id));
      cursor = pagination.nextCursor;
    }
    expect(new Set(seen).size).toBe(6);
  });

  test.each([
    ['what does not exist', 'getProduct', { id: 999_999_999 }, '/v1/products/999999999'],
    ['a value out of bounds', 'listProducts', { limit: 1000 }, '/v1/products?limit=1000'],
    ['a text that is encoded', 'getProduct', { id: '1/../2' }, '/v1/products/1%2F..%2F2'],
    ['a missing scope', 'listUsers', {}, '/v1/users'],
  ])('with %s has the error of REST, and isError', async (_, name, args, path) => {
    const client = await open('products:read');
    const { status, body } = await portico.get(path, { scope: 'products:read' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await client.callTool({ name, arguments: args })).toEqual({
      content: [{ type: 'text', text: body }],
      isError: true,
    });
  });

  test('to an unknown tool is an error of JSON-RPC', async () => {
    const client = await open('products:read');
    await expect(client.callTool({ name: 'getProducts', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool "getProducts"; did you mean "getProduct"?'),
    });
    const { status, body } = await post({ ...PING, method: 'tools/call', params: { name: 1 } });
    expect([status, body]).toEqual([
      200,
      { jsonrpc: '2.0', id: 'a', error: { code: -32602, message: 'params.name must be the name of a tool.' } },
    ]);
  });
});

describe('a message', () => {
  test.each([
    ['initialize', INITIALIZE],
    ['tools/list', { ...PING, method: 'tools/list' }],
    ['tools/call', { ...PING, method: 'tools/call', params: { name: 'getProduct', arguments: { id: 1 } } }],
  ])('without a token is the 401 of REST: %s', async (_, message) => {
    const refused = await portico.get('/v1/products/1', { scope: null });
    const { status, headers, body } = await post(message, { authorization: undefined });
    expect([status, headers['www-authenticate'], body]).toEqual([
      401,
      refused.headers['www-authenticate'],
      refused.json,
    ]);
    const invalid = await post(message, { authorization: 'Bearer x' });
    expect([invalid.status, invalid.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
  });

  test.each(['GET', 'DELETE', 'PUT'])('cannot be sent by %s', async (method) => {
    const { status, headers } = await post('', {}, method);
    expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each([
    ['is no JSON', '{', {}, 400, { error: expect.stringContaining('The body is not valid JSON') }],
    ['is missing', '', {}, 400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } }],
    ['is no object', '7', {}, 400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } }],
    [
      'is a batch',
      [PING],
      {},
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'A batch is not supported; send one message.' } },
    ],
    [
      'is nested too deeply',
      `${'['.repeat(20)}${'{"a":'.repeat(200)}1${'}'.repeat(200)}${']'.repeat(20)}`
        .replace('[', '{"a":[')
        .replace(/\]$/, ']}'),
      {},
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('110 levels') } },
    ],
    ['is too large', JSON.stringify({ ...PING, params: 'x'.repeat(2 ** 20) }), {}, 413, { error: expect.any(String) }],
    ['has another media type', PING, { 'content-type': 'text/plain' }, 415, { error: expect.any(String) }],
    ['accepts no event stream', PING, { accept: 'application/json' }, 406, expect.objectContaining({ jsonrpc: '2.0' })],
    [
      'has an unknown protocol version',
      PING,
      { 'mcp-protocol-version': '1' },
      400,
      expect.objectContaining({ id: null }),
    ],
    ['comes from a page', PING, { origin: 'https://evil.example' }, 403, { error: expect.stringContaining('Origin') }],
    [
      'has an unknown method',
      { ...PING, method: 'resources/list' },
      {},
      200,
      expect.objectContaining({ error: { code: -32601, message: expect.any(String) } }),
    ],
  ] as const)('that %s is refused', async (_, message, headers, status, body) => {
    const sent = await post(message, headers);
    expect([sent.status, sent.body]).toEqual([status, body]);
  });

  test('that is a notification is accepted', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, body]).toEqual([202, undefined]);
  });
});
