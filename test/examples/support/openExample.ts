// An example over HTTP: each response is validated against the OpenAPI document of the example.
import { afterAll } from 'vitest';
import { Contract } from '../../promises/support/Contract.ts';
import { sendRequest } from '../../promises/support/sendRequest.ts';

interface Example {
  url: URL;
  close: () => unknown;
}

/** Those of a response to a request with the X-Request-Id `req_1`. */
export const HEADERS = {
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
  vary: 'Accept',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'req_1',
};

/** Headers of the connection, and others that differ from one response to the next. */
const HIDDEN = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/** Sends `line`, a method and a target, with a body of JSON or the text of a form; responds with status, headers and whole body. */
export type Send = (
  line: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; headers: Record<string, string>; body: unknown }>;

/** Serves an example until the end of the file; `own` are headers of each request, and `hidden` those of responses that are not compared. */
export async function openExample<Started extends Example>(
  start: (port: number) => Promise<Started>,
  own: Readonly<Record<string, string>> = {},
  hidden: readonly string[] = [],
): Promise<{ server: Started; send: Send }> {
  const server = await start(0);
  afterAll(() => server.close());
  const contract = new Contract(server.url, '');
  const send: Send = async (line, body, given = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const isForm = typeof body === 'string';
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { ...(body !== undefined && { 'content-type': type }), ...own, ...given };
    if (body === undefined) delete (headers as Record<string, string>)['content-type'];
    const text = body === undefined || isForm ? body : JSON.stringify(body);
    const response = await sendRequest(server.url, path, method, headers, text);
    await contract.check(method, path, response);
    const shown = Object.entries(response.headers).filter(([name]) => !HIDDEN.has(name) && !hidden.includes(name));
    return {
      status: response.status,
      headers: Object.fromEntries(shown) as Record<string, string>,
      body: response.json,
    };
  };
  return { server, send };
}
