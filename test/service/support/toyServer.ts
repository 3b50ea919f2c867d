import { exchangeBytes } from '../../library/support/exchangeBytes.ts';
import { type GraphQLResolveInfo, type OperationDefinitionNode, buildSchema } from 'graphql';
import type { Caller } from '../../../src/gateway/guard/access/Caller.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import type { Admission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { createAdmission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import type { Reply } from '../../../src/gateway/http/Reply.ts';
import type { RestRequest } from '../../../src/gateway/handle/read/RestRequest.ts';
import type { Docs } from '../../../src/gateway/serve/docs/createDocs.ts';
import { startHttpServer } from '../../../src/gateway/serve/ports/startHttpServer.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { createGraphqlHandler } from '../../../src/service/graphql/createGraphqlHandler.ts';
import type { Safelist } from '../../../src/service/graphql/safelist.ts';

const TYPES = /* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    hello(name: String): String
    caller: String
    secret: String @requiresScopes(scopes: [["secret:read"]])
    broken: String
    missing: String!
    refused: String
    gone: String
    stuck: String
    feel(mood: Mood): String
    self: Query
    list(first: Int = 20): [Query]
  }
  enum Mood {
    HAPPY
  }
  type Mutation {
    write: String @requiresScopes(scopes: [["secret:write"]])
  }
`;

export interface ToyServer {
  url: string;
  port: number;
  /** Every line that was logged. */
  log: Record<string, unknown>[];
  /** How often a resolver ran. */
  ran: string[];
  /** The operations that selected `hello`, as far as they are still in memory. */
  operations: WeakRef<OperationDefinitionNode>[];
  /** Sends these bytes, and gives all that came back until the server closed the connection. */
  raw(text: string): Promise<string>;
  /** Sends the second part when something has come back for the first. */
  rawInTurn(parts: [string, string]): Promise<string>;
  drain(): void;
  close(): Promise<void>;
}

export interface ToyParts {
  rest?: (request: RestRequest) => Promise<Reply>;
  ping?: () => Promise<void>;
  basePath?: string;
  introspection?: boolean;
  safelist?: Safelist;
  docs?: Docs;
  endpoints?: readonly Pick<EndpointPlan, 'path'>[];
  admission?: Admission;
}

const noDocs: Docs = { find: () => undefined };

/** The HTTP floor over an engine that answers what it was asked, and a schema without a database. */
export async function startToyServer(parts: ToyParts = {}): Promise<ToyServer> {
  const {
    rest = echo,
    ping = async () => {},
    basePath = '',
    introspection = true,
    safelist,
    docs = noDocs,
    endpoints = [],
    admission = createAdmission(),
  } = parts;
  const lines: Record<string, unknown>[] = [];
  const ran: string[] = [];
  const operations: WeakRef<OperationDefinitionNode>[] = [];
  const log = createLogger('debug', { write: (line) => lines.push(JSON.parse(line)) });
  const schema = buildSchema(TYPES);
  const fields = schema.getQueryType()!.getFields();
  type Value = (args: { name?: string }, context: { caller: Caller }, info: GraphQLResolveInfo) => unknown;
  const resolve = (name: string, value: Value) => {
    const field = fields[name] ?? schema.getMutationType()!.getFields()[name];
    field!.resolve = (_, args, context, info) => (ran.push(name), value(args, context, info));
  };
  resolve('hello', ({ name }, _, { operation }) => {
    operations.push(new WeakRef(operation));
    return `Hello ${name}`;
  });
  resolve('caller', (_, { caller }) => caller.subject);
  resolve('secret', () => 'secret');
  resolve('write', () => 'written');
  resolve('missing', () => null);
  resolve('broken', () => {
    throw new Error('password of the database: hunter2');
  });
  resolve('refused', () => {
    throw new ServiceError('BAD_USER_INPUT', 'Not like this.', { problems: [{ field: 'a', message: 'is b' }] });
  });
  resolve('stuck', () => new Promise(() => {}));
  resolve('gone', () => {
    throw new ServiceError('UNAVAILABLE', 'Later.', { cause: new Error('hunter2') });
  });
  const authenticate = async (authorization: string | undefined): Promise<Caller> => {
    if (authorization === 'Bearer broken') throw new Error('hunter2');
    const scopes = /^Bearer (.*)$/.exec(authorization ?? '')?.[1];
    if (authorization !== undefined && scopes !== undefined) {
      return { subject: 'ada', scopes: new Set(scopes.split(' ')), claims: {}, authorization };
    }
    throw new ServiceError('UNAUTHENTICATED', 'Who?', { headers: { 'www-authenticate': 'Bearer realm="toy"' } });
  };
  const graphql = await createGraphqlHandler({
    schema,
    authenticate,
    admission,
    introspection,
    coversWritten: false,
    safelist,
    log,
  });
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    basePath,
    api: () => ({ rest: { handle: rest, plan: { versions: [{ endpoints }] } as unknown as ApiPlan }, docs }),
    graphql,
    ping,
    log,
  });
  return {
    port: server.port,
    url: `http://127.0.0.1:${server.port}${basePath}`,
    log: lines,
    ran,
    operations,
    raw: (text) => exchangeBytes(server.port, text),
    rawInTurn: ([first, second]) => exchangeBytes(server.port, first, second),
    drain: server.drain,
    close: async () => {
      await server.close();
      await graphql.close();
    },
  };
}

/** Answers with method, target and body of the request. */
async function echo({ method, target, readBody, onAuthenticated }: RestRequest): Promise<Reply> {
  onAuthenticated?.({ subject: 'ada', scopes: new Set(), claims: {}, authorization: '' });
  const body = JSON.stringify({ method, target, size: (await readBody(1024 * 1024)).length });
  return { status: 200, headers: { 'content-type': 'application/json', 'content-length': `${body.length}` }, body };
}
