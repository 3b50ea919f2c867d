import { exchangeBytes } from '../../library/support/exchangeBytes.ts';
import { type GraphQLResolveInfo, type OperationDefinitionNode, buildSchema } from 'graphql';
import type { Caller } from '../../../src/gateway/guard/access/Caller.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import type { Admission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { createAdmission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import type { Reply } from '../../../src/gateway/http/Reply.ts';
import type { Docs } from '../../../src/gateway/serve/docs/createDocs.ts';
import { startHttpServer } from '../../../src/gateway/serve/ports/startHttpServer.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { createGraphqlHandler } from '../../../src/service/graphql/createGraphqlHandler.ts';

const TYPES = /* GraphQL */ `
  type Query {
    hello(name: String): String
    broken: String
    missing: String!
    gone: String
    stuck: String
    list(first: Int = 20): [Query]
  }
`;

export interface ToyServer {
  url: string;
  /** Every line that was logged. */
  log: Record<string, unknown>[];
  /** How often a resolver ran. */
  ran: string[];
  /** The operations that selected `hello`, as far as they are still in memory. */
  operations: WeakRef<OperationDefinitionNode>[];
  /** Sends these bytes, and gives all that came back until the server closed the connection. */
  raw(text: string): Promise<string>;
  close(): Promise<void>;
}

export interface ToyParts {
  docs?: Docs;
  admission?: Admission;
}

const answerRest = async (): Promise<Reply> => ({ status: 200, headers: { 'content-length': '0' }, body: null });
const noDocs: Docs = { find: () => undefined };

/** A server of /graphql over a schema without a database, and of documentation. */
export async function startToyServer({
  docs = noDocs,
  admission = createAdmission(),
}: ToyParts = {}): Promise<ToyServer> {
  const lines: Record<string, unknown>[] = [];
  const ran: string[] = [];
  const operations: WeakRef<OperationDefinitionNode>[] = [];
  const log = createLogger('debug', { write: (line) => lines.push(JSON.parse(line)) });
  const schema = buildSchema(TYPES);
  const fields = schema.getQueryType()!.getFields();
  type Value = (args: { name?: string }, context: object, info: GraphQLResolveInfo) => unknown;
  const resolve = (name: string, value: Value) => {
    fields[name]!.resolve = (_, args, context: object, info) => (ran.push(name), value(args, context, info));
  };
  resolve('hello', ({ name }, _, { operation }) => {
    operations.push(new WeakRef(operation));
    return `Hello ${name}`;
  });
  resolve('missing', () => null);
  resolve('broken', () => {
    throw new Error('password of the database: hunter2');
  });
  resolve('stuck', () => new Promise(() => {}));
  resolve('gone', () => {
    throw new ServiceError('UNAVAILABLE', 'Later.', { cause: new Error('hunter2') });
  });
  const authenticate = async (authorization = ''): Promise<Caller> => {
    if (authorization === 'Bearer broken') throw new Error('hunter2');
    return { subject: 'ada', scopes: new Set(), claims: {}, authorization };
  };
  const graphql = await createGraphqlHandler({
    schema,
    authenticate,
    admission,
    introspection: true,
    coversWritten: false,
    log,
  });
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    basePath: '',
    api: () => ({ rest: { handle: answerRest, plan: { versions: [] } as unknown as ApiPlan }, docs }),
    graphql,
    ping: async () => {},
    log,
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    log: lines,
    ran,
    operations,
    raw: (text) => exchangeBytes(server.port, text),
    close: async () => {
      await server.close();
      await graphql.close();
    },
  };
}
