// The REST API as a plugin of GraphQL Yoga and of what is built on it, such as Hive Gateway. The host gives it the schema and executes
// its operations, each as a GraphQL request of its own: what the host does with these, it does with REST. Imports neither of them.
import {
  type DocumentNode,
  type GraphQLSchema,
  OperationTypeNode,
  getOperationAST,
  parse,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import type { Portico, PorticoExchange, PorticoOptions } from './PorticoOptions.ts';
import { createExchange, createPorticoOver, reportToStderr } from './createPortico.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { type Execute, VariantCache } from '../execute/Execute.ts';
import { encodeMultipart } from '../execute/remote/multipartRequest.ts';
import { findVariableLocations, readResult } from '../execute/remote/readResult.ts';
import { writeJson } from '../http/losslessJson.ts';
import { findFiles } from '../http/UploadedFile.ts';
import { createFetch } from './createFetch.ts';
import { createResponder } from './createResponder.ts';
import { validateOptions } from './validateOptions.ts';

/** The options of `usePortico`: those of `createPortico` without what the host decides. */
export interface PorticoPluginOptions extends Omit<PorticoOptions, 'schema' | 'upstream' | 'context' | 'mapError'> {
  /** The prefix of every path. All requests below it are Portico's, but those of the host's GraphQL endpoint. Default: `/api`. */
  basePath?: string;
}

/** What is used of the host's hooks. */
export interface PorticoPlugin {
  onYogaInit(payload: { yoga: PorticoHost }): void;
  onSchemaChange(payload: { schema: GraphQLSchema }): void;
  onRequest(payload: RequestPayload): Promise<void>;
}

interface PorticoHost {
  graphqlEndpoint: string;
  logger: { error(...args: unknown[]): void };
}

interface RequestPayload {
  request: Request;
  url: URL;
  serverContext: object;
  fetchAPI: { Request: typeof Request };
  /** Executes a GraphQL request. */
  requestHandler(request: Request, serverContext: object): Response | Promise<Response>;
  endResponse(response: Response): void;
}

/** What the context of the host's resolvers has for a request of REST. */
export interface PorticoContext {
  portico: PorticoExchange;
}

/** Of the host, which has them for all of its requests. */
const HOST_OPTIONS = ['schema', 'upstream', 'context', 'mapError'];

/** Headers of a REST request that describe its body, which is not that of the GraphQL request. */
const BODY_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding'];

/**
 * Creates the plugin. Refuses invalid options at once. A first schema that does not fit ends the start of a host that has it then; any
 * later one is reported to the log of the host, and the API of the schema before it stays.
 */
export function usePortico(options: PorticoPluginOptions): PorticoPlugin {
  const own = HOST_OPTIONS.find((name) => name in options);
  if (own !== undefined) throw new TypeError(`${own} is no option of usePortico, because the host decides it.`);
  const { basePath = '/api' } = options;
  if (basePath === '') throw new TypeError('basePath of usePortico must be a path such as /api, not "".');
  validateOptions({ ...options, basePath } as PorticoOptions);
  const authenticates = options.authenticate !== undefined;
  const received = new WeakMap<object, RequestPayload>();
  const unready = createFetch(
    createResponder({
      engine: { handle: () => Promise.reject(NO_SCHEMA) },
      basePath,
      report: options.report ?? reportToStderr,
    }),
  );
  let host: PorticoHost | undefined;
  let portico: Portico | undefined;

  /** Has the host execute the operation of a document. */
  function prepare(document: DocumentNode): Execute {
    const whole = prepareText(document);
    const variants = new VariantCache<PreparedText>();
    return async (request) => {
      const { variables, document: replacement, requestId, origin } = request;
      const { fixed, ...prepared } = replacement
        ? variants.get(replacement.key, () => prepareText(replacement.create()))
        : whole;
      const payload = received.get(origin as Request)!;
      const headers = headersOf(payload.request);
      headers.set('x-request-id', requestId);
      // Without a caller, Authorization was not read.
      if (authenticates && request.caller === null) headers.delete('authorization');
      const exchange = createExchange(request, authenticates);
      const json = `${fixed},"variables":${writeJson(variables)}}`;
      const files = findFiles(variables, 'variables');
      const content = files.length > 0 ? encodeMultipart(json, files) : undefined;
      if (content) headers.set('content-type', content.mediaType);
      const body = content ? ReadableStream.from(content.read()) : json;
      const response = await post(payload, { body, headers, signal: exchange.signal }, { portico: exchange });
      return readResult({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
        ...prepared,
      });
    };
  }

  return {
    onYogaInit({ yoga }) {
      host = yoga;
    },

    onSchemaChange({ schema }) {
      try {
        portico = createPorticoOver(
          { ...options, basePath, schema },
          Object.assign(prepare, { digits: 'host' as const }),
        );
      } catch (error) {
        if (!host) throw error;
        const served = portico ? 'that of the schema before it is served' : 'requests below its path are 503';
        host.logger.error(`portico: The schema does not fit the REST API; ${served}.`, error);
      }
    },

    async onRequest(payload) {
      const { request, url, serverContext, endResponse } = payload;
      const { pathname } = url;
      const isRest = pathname === basePath || pathname.startsWith(`${basePath}/`);
      if (!isRest || [host?.graphqlEndpoint, `${host?.graphqlEndpoint}/`].includes(pathname)) return;
      // Some hosts load their schema for the first operation.
      if (!portico) await post(payload, { body: '{"query":"{__typename}"}', headers: headersOf(request) });
      received.set(request, payload);
      const { req } = serverContext as { req?: { socket?: { remoteAddress?: string } } };
      const from = req?.socket ? { clientAddress: req.socket.remoteAddress } : serverContext;
      endResponse(await (portico ? portico.fetch : unready)(request, from));
    },
  };
}

const NO_SCHEMA = new ServiceError('UNAVAILABLE', 'The API has no schema that fits it yet; try again shortly.');

/** A document as it is sent. */
interface PreparedText {
  /** The beginning of the JSON of every request. */
  fixed: string;
  isWrite: boolean;
  variableLocations: ReadonlySet<string>;
}

function prepareText(document: DocumentNode): PreparedText {
  const { name, operation } = getOperationAST(document)!;
  const query = stripIgnoredCharacters(print(document));
  return {
    fixed: JSON.stringify({ query, operationName: name?.value }).slice(0, -1),
    isWrite: operation === OperationTypeNode.MUTATION,
    variableLocations: findVariableLocations(parse(query)),
  };
}

/** The headers of an operation are those of the REST request. */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers);
  for (const name of BODY_HEADERS) headers.delete(name);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json');
  return headers;
}

/** Has the host execute an operation, under the URL of the REST request and with a context of its own. */
async function post(
  { request, serverContext, fetchAPI, requestHandler }: RequestPayload,
  operation: RequestInit,
  context?: PorticoContext,
): Promise<Response> {
  // A stream is sent without waiting for the response.
  const sent = new fetchAPI.Request(request.url, { method: 'POST', duplex: 'half', ...operation });
  return requestHandler(sent, Object.assign(Object.create(serverContext) as object, context));
}
