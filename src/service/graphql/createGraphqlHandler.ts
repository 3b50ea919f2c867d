// Apollo Server on express, for one path. Requests pass `admitRequest.ts` before Apollo Server sees them, and operations
// `admitOperation.ts` before they are executed.
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
import proxyAddr from 'proxy-addr';
import {
  type Exchange,
  type Logger,
  type Reply,
  ServiceError,
  encodeBody,
  negotiateCoding,
  withTrace,
} from '../../gateway/server.ts';
import { type OperationOptions, admitOperation } from './admitOperation.ts';
import { type Gate, type GraphqlContext, admitRequest } from './admitRequest.ts';
import { DOCUMENT_RULES, PARSE_OPTIONS } from './documentRules.ts';
import { createCostCache, createDocumentStore, createQueryStore } from './graphqlCaches.ts';
import { errorsPlugin, formatError, sendError } from './graphqlErrors.ts';
import { type Safelist, readPersistedHash, safelistPlugin } from './safelist.ts';

interface GraphqlSettings extends OperationOptions, Pick<Gate, 'authenticate' | 'admission' | 'rateLimiter'> {
  /** The only operations that are executed, introspection included. Absent: there is no such limit, and clients may register operations by their hash. */
  safelist?: Safelist | undefined;
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
  const { schema, introspection, safelist, trustProxy, log } = settings;
  const gate: Gate = {
    ...settings,
    costs: createCostCache(),
    trustsPeer: trustProxy && proxyAddr.compile([...trustProxy]),
  };
  const apollo = new ApolloServer<GraphqlContext>({
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
      // Before Apollo Server reads invalid extensions: its own errors have no code, and it expects the hash to be a text.
      safelist ? safelistPlugin(safelist) : { requestDidStart: async ({ request }) => void readPersistedHash(request) },
      admitOperation(gate, settings),
      errorsPlugin(log),
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

  const run = expressMiddleware(apollo, { context: async ({ res }) => res.locals as GraphqlContext });
  const app = express().disable('x-powered-by').disable('etag').use(compressResponse, admitRequest(gate, run));
  return {
    handle: (request, response, exchange) =>
      // Errors and unhandled requests; the default of express is HTML.
      app(
        request as Request,
        Object.assign(response, { locals: exchange }) as unknown as Response,
        (thrown: unknown = new ServiceError('NOT_FOUND', 'The requested path does not exist.')) =>
          sendError(log, response, exchange, thrown),
      ),
    close: () => apollo.stop(),
  };
}

/** Compresses the responses of Apollo Server, which it sends in one piece, as REST does. */
function compressResponse(request: Request, response: Response, next: () => void): void {
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  const endCompressed = (...args: unknown[]): Response => {
    const [body] = args;
    const isComplete = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isComplete || response.headersSent) return end(...args);
    const { trace } = response.locals as Exchange;
    const made = { status: response.statusCode, headers: response.getHeaders() as Reply['headers'], body };
    const reply = withTrace(made, trace);
    const negotiated = negotiateCoding(reply, request.headers['accept-encoding']);
    const { vary, traceresponse, 'content-encoding': coding } = negotiated.headers;
    if (traceresponse !== undefined) response.setHeader('traceresponse', traceresponse);
    if (vary !== undefined) response.setHeader('vary', vary);
    if (coding === undefined) return end(...args);
    const send = ({ headers, body: encoded }: Reply) => {
      // A timeout has been sent in the meantime.
      if (response.headersSent) return;
      response.setHeaders(new Map(Object.entries(headers)));
      end(encoded);
    };
    encodeBody(negotiated).then(send, (error: Error) => response.destroy(error));
    return response;
  };
  response.end = endCompressed as typeof response.end;
  next();
}
