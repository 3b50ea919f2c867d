// An engine of `portico/server`, for what no Request can say, and for the parts of a server that a test gives itself.
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, execute } from 'graphql';
import { type Engine, type EngineOptions, createEngine, loadPlan } from '../../../src/gateway/server.ts';
import { folderOf } from './folderOf.ts';

type RestRequest = Parameters<Engine['handle']>[0];
export type ExecutionRequest = Parameters<ReturnType<EngineOptions['prepare']>>[0];
export type Run = (request: ExecutionRequest, document: DocumentNode) => ExecutionResult | Promise<ExecutionResult>;

interface Options extends Partial<Omit<EngineOptions, 'plan' | 'schema' | 'prepare' | 'settings'>> {
  schema: GraphQLSchema;
  /** Texts by path, such as `v1/getBook.graphql`. */
  files: Readonly<Record<string, string>>;
  /** The result of each operation. Default: that of the resolvers of the schema. */
  run?: Run;
  settings?: Partial<EngineOptions['settings']>;
}

export function openEngine({ schema, files, run, settings, ...options }: Options) {
  const ownRun: Run = ({ variables }, document) => execute({ schema, document, variableValues: { ...variables } });
  const engine = createEngine({
    plan: loadPlan({ endpoints: folderOf(files) }, schema),
    schema,
    prepare: (document) => async (request) => (run ?? ownRun)(request, request.document?.create() ?? document),
    report: () => {},
    settings: { basePath: '', ...settings },
    ...options,
  });
  return {
    warnings: engine.warnings,
    /** Sends a request with the id `request-1`. `line` is a method and a target; a body is JSON. */
    send(line: string, { body, headers, ...rest }: Omit<Partial<RestRequest>, 'body'> & { body?: string } = {}) {
      const [method = '', target = ''] = line.split(' ');
      return engine.handle({
        method,
        target,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        requestId: 'request-1',
        signal: new AbortController().signal,
        readBody: async () => Buffer.from(body ?? ''),
        ...rest,
      });
    },
  };
}
