import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphql } from 'graphql';

/** A GraphQL API of another program, at a free port. */
export interface Upstream {
  url: string;
  /** The number of introspections that it executed. */
  introspections(): number;
  stop(): void;
}

/** Starts a GraphQL API over SDL, whose root fields are these values or functions of arguments. */
export async function startUpstream(sdlFile: string, rootValue: Readonly<Record<string, unknown>>): Promise<Upstream> {
  const schema = buildSchema(await readFile(sdlFile, 'utf8'));
  let introspections = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const { query, variables, operationName } = (await json(request)) as {
        query: string;
        variables?: Record<string, unknown>;
        operationName?: string;
      };
      if (query.includes('__schema')) introspections += 1;
      const result = await graphql({ schema, source: query, variableValues: variables, operationName, rootValue });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    introspections: () => introspections,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
