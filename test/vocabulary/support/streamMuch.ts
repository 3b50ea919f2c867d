// Streams a list that is many times larger than the heap, to a client in the same process. Prints the number of rows, and the megabytes.
import { rmSync } from 'node:fs';
import { type IncomingMessage, createServer, get } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { createPortico } from '../../../src/gateway/index.ts';
import { folderOf } from './toy.ts';

const TOTAL = 200_000;
const TEXT = 'a'.repeat(1000);
const schema = buildSchema(`
  type Query { rows(first: Int!, after: String): Rows! }
  type Rows { nodes: [Row!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Row { id: Int! text: String! }
`);
schema.getQueryType()!.getFields()['rows']!.resolve = (_, { first, after }: { first: number; after?: string }) => {
  const start = Number(after ?? 0);
  const end = Math.min(TOTAL, start + first);
  const nodes = Array.from({ length: end - start }, (__, index) => ({ id: start + index, text: TEXT + index }));
  return { nodes, pageInfo: { hasNextPage: end < TOTAL, endCursor: String(end) } };
};
const endpoints = folderOf({
  'v1/rows.graphql':
    'query rows @endpoint(method: GET, path: "/rows", stream: true, produces: ["text/csv"]) { rows @paginate(styles: [CURSOR]) { nodes { id text } } }',
});
const server = createServer(createPortico({ schema, endpoints }).handler).listen(0, '127.0.0.1');
rmSync(endpoints, { recursive: true });
await once(server, 'listening');
const [response] = (await once(
  get({ port: (server.address() as AddressInfo).port, path: '/v1/rows' }),
  'response',
)) as [IncomingMessage];
let rows = -1;
let bytes = 0;
for await (const chunk of response as AsyncIterable<Buffer>) {
  bytes += chunk.length;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
}
server.close().closeAllConnections();
console.log(rows, Math.floor(bytes / 1e6));
