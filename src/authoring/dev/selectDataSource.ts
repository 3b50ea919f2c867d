import type { GraphQLSchema } from 'graphql';
import { describeUnreadAccess, findUnreadAccess } from '../../gateway/guard/access/findUnreadAccess.ts';
import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { forwardedCredentials } from '../../gateway/plan/conventions/credentialRules.ts';
import { createExchange } from '../../gateway/serve/createPortico.ts';
import { shortPath } from '../../gateway/base/errors/Diagnostic.ts';
import type { Prepare } from '../../gateway/execute/Execute.ts';
import { prepareWithContext } from '../../gateway/execute/prepareWithContext.ts';
import { pingUpstream } from '../../gateway/execute/remote/postGraphql.ts';
import { prepareRemote } from '../../gateway/execute/remote/prepareRemote.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import { UsageError } from '../../project/UsageError.ts';
import { isModule } from '../../project/loadSchema.ts';
import type { Project } from '../../project/resolveProject.ts';

/** Selects what executes: mocks, the upstream, or the schema that a module exports. Throws a UsageError where there is none. */
export function selectDataSource(
  { schemaFile, upstream }: Pick<Project, 'schemaFile' | 'upstream'>,
  { upstreamMaxBytes, auth }: Pick<Settings, 'upstreamMaxBytes' | 'auth'>,
  mock: boolean,
): DataSource {
  const prepareLocally = (schema: GraphQLSchema): Prepare =>
    prepareWithContext(schema, (request) => createExchange(request, auth.key.kind !== 'local'));
  const local = { isRemote: false, isModule: false, ping: async () => {} };
  if (mock) {
    let last: { schema: GraphQLSchema; conventions: string; prepare: Prepare } | undefined;
    return {
      ...local,
      description: 'mock data (--mock)',
      // What mutations wrote is kept while neither the schema nor the conventions change.
      prepare: async (schema, { versions }) => {
        const { conventions } = versions[0]!;
        const text = JSON.stringify(conventions);
        if (last?.schema === schema && last.conventions === text) return last.prepare;
        const { mockSchema } = await import('../mock/mockSchema.ts');
        const prepare = prepareLocally(mockSchema(schema, conventions));
        last = { schema, conventions: text, prepare };
        return prepare;
      },
    };
  }
  if (upstream) {
    const { origin, pathname } = upstream.url;
    return {
      description: `the data of ${origin}${pathname}`,
      isRemote: true,
      isModule: false,
      prepare: async (schema, { api }) => {
        const forwarded = [...upstream.forwarded, ...forwardedCredentials(api?.securitySchemes)];
        return prepareRemote({ ...upstream, forwarded }, { schema, maxBytes: upstreamMaxBytes });
      },
      ping: () => pingUpstream(upstream),
    };
  }
  if (schemaFile !== undefined && isModule(schemaFile)) {
    return {
      ...local,
      description: `the data of ${shortPath(schemaFile)}`,
      isModule: true,
      prepare: async (schema) => {
        // Without an issuer, nothing that restricts access counts while developing.
        const unread = auth.key.kind === 'local' ? undefined : describeUnreadAccess(findUnreadAccess(schema));
        if (unread !== undefined) throw new UsageError(`The schema ${unread}`);
        return prepareLocally(schema);
      },
    };
  }
  const subject = schemaFile === undefined ? 'This API' : `The schema file ${shortPath(schemaFile)}`;
  throw new UsageError(
    `${subject} has no data. Pass --mock for mock data, or --upstream URL for the GraphQL API that has the data; a module that exports an executable schema has data too.`,
  );
}

/** What executes the operations of the endpoints. */
export interface DataSource {
  /** For people, after "with": `mock data`. */
  description: string;
  /** Whether it is a remote API, which authenticates where Portico does not. */
  isRemote: boolean;
  /** Whether it is the schema of a module, which the options of createPortico in the configuration are for. */
  isModule: boolean;
  /** Prepares the operations of a plan over its schema. */
  prepare(schema: GraphQLSchema, plan: ApiPlan): Promise<Prepare>;
  /** Rejects while it cannot execute. */
  ping(): Promise<void>;
}
