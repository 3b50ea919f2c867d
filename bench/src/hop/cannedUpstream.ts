// A GraphQL API whose answers are ready, so that it is never the slowest: to POST as GraphQL, batches included, with arguments as
// variables or in the text of the operation; and to GET as a façade answers, for a plain proxy.
import { createServer } from 'node:http';
import { createUser } from '../facade/users.ts';

interface Operation {
  query: string;
  /** The probe of readiness has none. */
  variables?: Arguments;
}

interface Arguments {
  id?: string | number;
  first?: string | number;
  offset?: string | number;
}

/** The arguments of a user or of a list, in a URL or in an operation. */
const URL_ARGUMENTS = /^\/v1\/users(?:\/(?<id>\d+)|\?first=(?<first>\d+)&offset=(?<offset>\d+))$/;
const INLINE_ARGUMENTS = /users?\((?:id: (?<id>\d+)|first: (?<first>\d+), offset: (?<offset>\d+))\)/;

const texts = new Map<string, string>();

/** The JSON of a user or of a list. */
function read({ id, first, offset }: Arguments): string {
  const key = `${id} ${first} ${offset}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = JSON.stringify(id === undefined ? readList(Number(first), Number(offset)) : readOne(Number(id)));
    texts.set(key, text);
  }
  return text;
}

function readOne(index: number): object {
  const { id, name, email } = createUser(index);
  return { id, name, email };
}

function readList(first: number, offset: number): object[] {
  return Array.from({ length: first }, (_, index) => createUser(offset + index));
}

function answer({ query, variables }: Operation): string {
  const given = variables ?? INLINE_ARGUMENTS.exec(query)?.groups;
  if (given?.id !== undefined) return `{"data":{"user":${read(given)}}}`;
  return given?.first === undefined ? '{"data":{"__typename":"Query"}}' : `{"data":{"users":${read(given)}}}`;
}

// Connections stay open: Tailcall does not repeat a request over one that is closed at that moment.
createServer({ keepAliveTimeout: 0 }, (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const operations = body === '' ? undefined : (JSON.parse(body) as Operation | Operation[]);
    let text: string;
    if (!operations) text = read(URL_ARGUMENTS.exec(request.url ?? '')?.groups ?? {});
    else text = Array.isArray(operations) ? `[${operations.map(answer).join()}]` : answer(operations);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
