// A stub of https://api.github.com/graphql with fixed data, on the loopback interface. It requires an Authorization header, as
// GitHub does, and accepts any value. Mutations change its data only in memory.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ExecutionResult, type GraphQLArgs, buildSchema, graphql } from 'graphql';
import type { Data } from './Data.ts';
import { createRoot } from './resolve.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
/** The schema, as GitHub publishes it. */
export const SCHEMA_FILE = fileURLToPath(
  new URL('node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url),
);

/** Starts the stub; port 0 selects a free port. */
export async function startUpstream(port: number) {
  const schema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'), { assumeValid: true });
  const rootValue = createRoot(JSON.parse(read('data.json')) as Data);
  /** The received requests, the oldest first. */
  const received: { authorization: string | undefined; query: string; variables: unknown }[] = [];

  const respond = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { authorization } = request.headers;
    const { query, variables, operationName } = (await json(request)) as {
      query: string;
      variables?: GraphQLArgs['variableValues'];
      operationName?: string;
    };
    received.push({ authorization, query, variables });
    if (authorization === undefined) return [401, { message: 'This endpoint requires you to be authenticated.' }];
    const result = await graphql({
      schema,
      rootValue,
      source: query,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
    return [200, toGithubResult(result)];
  };
  const server = createServer((request, response) => {
    void respond(request)
      .catch((): [number, unknown] => [400, { message: 'Problems parsing JSON' }])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
      });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, received, close };
}

/** Errors with their type beside the message, and no extensions. */
function toGithubResult({ data, errors }: ExecutionResult) {
  if (!errors) return { data };
  return {
    ...(data !== undefined && { data }),
    errors: errors.map(({ message, path, locations, extensions: { type } }) => ({ type, path, locations, message })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startUpstream(4100);
  process.stderr.write(`A stub of GitHub's GraphQL API is at ${url.href}\n`);
}
