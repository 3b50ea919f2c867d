// Apollo Server on express, for one path. Refuses other methods, then callers without credentials or a quota, then bodies that
// are not JSON, before Apollo Server sees them. Errors have GraphQL's format: {"errors": [{"message", "extensions": {"code"}}]}.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import proxyAddr from 'proxy-addr';
import express, { type Request, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Admission } from '../../gateway/admission/Admission.ts';
import type { Authenticator } from '../../gateway/access/createAuthenticator.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { admissionPlugin } from './admissionPlugin.ts';
import type { RateLimiter } from '../../gateway/rateLimit/RateLimiter.ts';
import { admitRequest } from './admitRequest.ts';
import { sendError } from './sendError.ts';
import { compressResponse } from './compressResponse.ts';
import { costPlugin } from './costPlugin.ts';
import { createCostCache } from './createCostCache.ts';
import { createDocumentStore } from './createDocumentStore.ts';
import { createQueryStore } from './createQueryStore.ts';
import { DOCUMENT_RULES, PARSE_OPTIONS } from './documentRules.ts';
import { errorLogPlugin } from './errorLogPlugin.ts';
import { type CountedContext, quotaPlugin } from './limitRequests.ts';
import { formatError } from './formatError.ts';
import { persistedQueriesPlugin } from './persistedQueriesPlugin.ts';
import type { Safelist } from './readSafelist.ts';
import { safelistPlugin } from './safelistPlugin.ts';
import { scopesPlugin } from './scopesPlugin.ts';
import { type AdmittedContext, runAdmitted } from './runAdmitted.ts';
import { runWithDeadline } from './runWithDeadline.ts';

export interface GraphqlSettings {
  schema: GraphQLSchema;
  authenticate: Authenticator['authenticate'];
  admission: Admission;
  /** Whether introspection is allowed. Without it errors suggest no names either. */
  introspection: boolean;
  /** Whether the scope of a mutation covers reading the object that it returns: true behind a router. */
  coversWritten: boolean;
  /** The only operations that are executed, introspection included. Absent: any, and clients may register them by their hash. */
  safelist?: Safelist | undefined;
  /** Absent: callers have no limits, as behind a router, which is the only caller. */
  rateLimiter?: RateLimiter;
  /** The proxies whose forwarding headers name the address of a client. Absent: none. */
  trustProxy?: readonly string[] | undefined;
  log: Logger;
}

export interface GraphqlHandler {
  handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void;
  close(): Promise<void>;
}

/** Starts Apollo Server over a schema. */
export async function createGraphqlHandler(settings: GraphqlSettings): Promise<GraphqlHandler> {
  const { schema, authenticate, admission, introspection, coversWritten, safelist, rateLimiter, log } = settings;
  const trustsPeer = settings.trustProxy && proxyAddr.compile([...settings.trustProxy]);
  const limits = rateLimiter && { rateLimiter, trustsPeer };
  const costs = createCostCache();
  const gate = { admission, costs, trustsPeer };
  const apollo = new ApolloServer<AdmittedContext & CountedContext>({
    schema,
    introspection: introspection || safelist !== undefined,
    hideSchemaDetailsFromClientErrors: !introspection,
    documentStore: createDocumentStore(),
    formatError,
    includeStacktraceInErrorResponses: false,
    // Cross-site request forgery needs credentials that a browser adds by itself; a bearer token is not one.
    csrfPrevention: false,
    persistedQueries: safelist ? false : { cache: createQueryStore() },
    stopOnTerminationSignals: false,
    logger: log,
    parseOptions: PARSE_OPTIONS,
    validationRules: [...DOCUMENT_RULES],
    plugins: [
      safelist ? safelistPlugin(safelist) : persistedQueriesPlugin(),
      scopesPlugin(schema, coversWritten),
      costPlugin(schema, costs, { hideSuggestions: !introspection }),
      ...(limits ? [quotaPlugin(limits)] : []),
      admissionPlugin(),
      errorLogPlugin(log),
      // It wraps the resolvers of the schema, which REST executes too.
      ApolloServerPluginCacheControlDisabled(),
      // It sends the names and durations of resolvers to every client that requests them.
      ApolloServerPluginInlineTraceDisabled(),
      // It loads its scripts from another host.
      ApolloServerPluginLandingPageDisabled(),
      // It sends operations to another host.
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();

  const app = express().disable('x-powered-by').disable('etag');
  app.use(
    compressResponse,
    admitRequest(authenticate, gate, limits),
    runWithDeadline(
      runAdmitted(
        gate,
        expressMiddleware(apollo, { context: async ({ res }) => res.locals as AdmittedContext & CountedContext }),
      ),
    ),
  );
  return {
    handle: (request, response, exchange) =>
      // Errors and unhandled requests; the default of express is HTML.
      app(
        request as Request,
        Object.assign(response, { locals: exchange }) as unknown as Response,
        (thrown?: unknown) =>
          sendError(
            log,
            response,
            exchange,
            thrown ?? new ServiceError('NOT_FOUND', 'The requested path does not exist.'),
          ),
      ),
    close: () => apollo.stop(),
  };
}
