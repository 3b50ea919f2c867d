// What one would write instead of a façade: a server that sends the operation of each route to the upstream, over kept
// connections, and returns its data. It validates next to nothing.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const { PORT = '', UPSTREAM_URL = '' } = process.env;

/** As many connections as the façade opens at most. */
const MAX_CONNECTIONS = 128;

const GET_USER = 'query getUser($id: ID!) { user(id: $id) { id name } }';
const LIST_USERS =
  'query listUsers($first: Int!, $offset: Int!) { users(first: $first, offset: $offset) { id name orders { id status total } } }';

const upstream = new URL(UPSTREAM_URL);
const pool = new Pool(upstream.origin, { connections: MAX_CONNECTIONS });

interface Result {
  data?: Record<string, unknown> | null;
  errors?: unknown[];
}

async function execute(query: string, variables: unknown): Promise<Result> {
  const { body } = await pool.request({
    method: 'POST',
    path: upstream.pathname,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await body.json()) as Result;
}

async function answer(url: URL): Promise<{ status: number; body: unknown }> {
  const [, id] = /^\/v1\/users\/(\d+)$/.exec(url.pathname) ?? [];
  const first = Number(url.searchParams.get('first'));
  const offset = Number(url.searchParams.get('offset'));
  const result = await (id === undefined ? execute(LIST_USERS, { first, offset }) : execute(GET_USER, { id }));
  if (result.errors) return { status: 500, body: { error: 'Something went wrong.' } };
  const body = id === undefined ? result.data?.['users'] : result.data?.['user'];
  return body == null ? { status: 404, body: { error: 'There is no such user.' } } : { status: 200, body };
}

createServer(async (request, response) => {
  const { status, body } = await answer(new URL(request.url ?? '', 'http://bench')).catch(() => ({
    status: 503,
    body: { error: 'The upstream is not responding.' },
  }));
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}).listen(Number(PORT), '127.0.0.1');
