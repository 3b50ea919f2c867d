// Apollo Server on express, for one path. Refuses other methods, then callers without credentials, then bodies that are
// not JSON; Apollo sees none of those. Errors have GraphQL's form here: {"errors": [{"message", "extensions": {"code"}}]}.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Request, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Authenticator } from '../../gateway/access/createAuthenticator.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { knownOperationsRule } from '../federation/knownOperationsRule.ts';
import { limitRules } from '../federation/limitRules.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { admitRequest } from './admitRequest.ts';
import { sendError } from './sendError.ts';
import { compressResponse } from './compressResponse.ts';
import { costPlugin } from './costPlugin.ts';
import { createDocumentStore } from './createDocumentStore.ts';
import { errorLogPlugin } from './errorLogPlugin.ts';
import { formatError } from './formatError.ts';
import { scopesPlugin } from './scopesPlugin.ts';
import { mutationPlugin } from './mutationPlugin.ts';
import { type TimedContext, runWithDeadline } from './runWithDeadline.ts';

export interface GraphqlSettings {
  schema: GraphQLSchema;
  authenticate: Authenticator['authenticate'];
  /** Whether the schema may be asked about. Without it errors suggest no names either. */
  introspection: boolean;
  /** Whether the scope of a mutation covers reading the object that it returns: true for what a router asks. */
  coversWritten: boolean;
  log: Logger;
}

export interface GraphqlHandler {
  handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void;
  close(): Promise<void>;
}

/** More tokens than an operation needs that a person wrote, and few enough to be validated at once. */
const MAX_TOKENS = 5_000;

/** Starts Apollo Server over a schema. */
export async function createGraphqlHandler(settings: GraphqlSettings): Promise<GraphqlHandler> {
  const { schema, authenticate, introspection, coversWritten, log } = settings;
  const apollo = new ApolloServer<TimedContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    documentStore: createDocumentStore(),
    formatError,
    includeStacktraceInErrorResponses: false,
    // Forged cross-site requests live on credentials that a browser adds by itself. A bearer token is not such.
    csrfPrevention: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    logger: log,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [knownOperationsRule, ...limitRules],
    plugins: [
      scopesPlugin(schema, coversWritten),
      costPlugin(schema, { hideSuggestions: !introspection }),
      mutationPlugin(),
      errorLogPlugin(log),
      // It rewrites the resolvers of the schema, which REST compiles its operations from.
      ApolloServerPluginCacheControlDisabled(),
      // It would tell every caller that asks which resolvers ran, and for how long.
      ApolloServerPluginInlineTraceDisabled(),
      // It loads its scripts from another host.
      ApolloServerPluginLandingPageDisabled(),
      // It would send what callers ask to another host.
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();

  const app = express().disable('x-powered-by').disable('etag');
  app.use(
    compressResponse,
    admitRequest(authenticate),
    runWithDeadline(expressMiddleware(apollo, { context: async ({ res }) => res.locals as TimedContext })),
  );
  return {
    handle: (request, response, exchange) =>
      // What is left over would be answered by express, in HTML.
      app(
        request as Request,
        Object.assign(response, { locals: exchange }) as unknown as Response,
        (thrown?: unknown) =>
          sendError(log, response, exchange, thrown ?? new ServiceError('NOT_FOUND', 'There is nothing here.')),
      ),
    close: () => apollo.stop(),
  };
}
