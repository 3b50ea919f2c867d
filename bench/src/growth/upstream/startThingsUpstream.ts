import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A GraphQL API of the smallest kind: its answers are right for `writeThings` alone, and take no time. */
export interface ThingsUpstream {
  url: string;
  stop(): Promise<void>;
}

/** Bytes of one thing in a list, as JSON. */
export const THING_BYTES = 100;

/** Starts the API in this process. */
export async function startThingsUpstream(): Promise<ThingsUpstream> {
  const server = createServer(async (request, response) => {
    const { query, variables = {} } = JSON.parse(await readText(request)) as GraphqlRequest;
    // The name of the only root field, after that of the operation and its variables.
    const field = /^[^{]*\{(\w+)/.exec(query)![1]!;
    const body = `{"data":{"${field}":${answer(field, variables)}}}`;
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The probe of readiness has no variables. */
interface GraphqlRequest {
  query: string;
  variables?: { id?: string; count?: number };
}

function answer(field: string, { id = '', count = 0 }: NonNullable<GraphqlRequest['variables']>): string {
  if (field === '__typename') return '"Query"';
  return field === 'things' ? listOf(count) : JSON.stringify(thing(id));
}

const lists = new Map<number, string>();

function listOf(count: number): string {
  let list = lists.get(count);
  if (list === undefined) {
    list = JSON.stringify(Array.from({ length: count }, (_, index) => thing(String(index))));
    lists.set(count, list);
  }
  return list;
}

/** Names differ, so that they compress like names. */
function thing(id: string): { id: string; name: string } {
  const name = `Thing ${id} ${Math.imul(Number(id) + 1, 2_654_435_761).toString(36)}`;
  return { id, name: name.padEnd(THING_BYTES - '{"id":"","name":""},'.length - id.length, ' of a name') };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}
