// Operations that an upstream executes. Everything in a request but its variables is prepared once.
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { DEFAULT_UPSTREAM_MAX_BYTES } from '../../base/settings/Settings.ts';
import { outcomeUnknownError } from '../../base/errors/knownErrors.ts';
import type { AbortSignalLike } from '../../http/signals.ts';
import { writeJson } from '../../http/losslessJson.ts';
import { findFiles } from '../../http/UploadedFile.ts';
import type { Telemetry } from '../../base/telemetry/Telemetry.ts';
import { type Prepare, VariantCache, type VerbatimValue } from '../Execute.ts';
import { type Upstream, headersTo, identifyHeaders } from './Upstream.ts';
import { type Post, createReadSharing } from './SharedRead.ts';
import { type BatchingOptions, createBatching, createSlots } from './createBatching.ts';
import { PREFLIGHT_HEADERS, encodeMultipart, takesFiles } from './multipartRequest.ts';
import { postGraphql } from './postGraphql.ts';
import { MAX_ERRORS, findVariableLocations } from './readResult.ts';
import { type PersistedDocument, encodeDocument, persistDocument } from './persistedDocuments.ts';
import { badGatewayError } from './upstreamErrors.ts';
import { ScannedResult, prepareScanner } from './validate/prepareScanner.ts';
import { prepareResultValidator } from './validate/prepareResultValidator.ts';

interface RemoteOptions extends Partial<BatchingOptions> {
  /** The schema of the upstream. */
  schema: GraphQLSchema;
  /** Maximum size of one response, after decompression. Default: 16 MiB. */
  maxBytes?: number;
  /** Absent: nothing is measured. */
  telemetry?: Telemetry | undefined;
}

/**
 * Requests that are sent to an upstream at once, each over a connection of its own. As many as a slow upstream needs to keep a
 * process busy, few enough that their responses fit into memory and that it is not taken down.
 */
const MAX_CONNECTIONS = 128;

/** Requests that wait for a connection: those of some seconds. */
const MAX_WAITING = 512;

/** A client that asks for a response of its own. See RFC 9111, section 5.2.1. */
const REFUSES_SHARED = /no-cache|no-store|max-age=0(?!\d)/i;

/**
 * Returns a function that prepares a document of one operation. It rejects with a ServiceError if the upstream returns no result, or one
 * that does not match its schema; the data of a result with errors is validated only where it is used. All documents share the connections to the upstream, and queries that
 * are identical, with all that the upstream sees of them but the request id, are sent once while they are in flight. The data of a
 * result belongs to several callers, except where it is partial data.
 */
export function prepareRemote(
  upstream: Upstream,
  { schema, maxBytes = DEFAULT_UPSTREAM_MAX_BYTES, maxBatchSize = 1, warn, telemetry }: RemoteOptions,
): Prepare {
  const { url, trustedDocuments } = upstream;
  const runInSlot = createSlots(MAX_CONNECTIONS, MAX_WAITING, telemetry);
  const sharing = createReadSharing(createBatching(runInSlot, { maxBatchSize, warn }));
  let documents = 0;
  const prepareDocument = (document: DocumentNode, verbatim: VerbatimValue | undefined): PreparedDocument => {
    const { variableDefinitions = [] } = getOperationAST(document)!;
    const persisted = persistDocument(document);
    return {
      id: documents++,
      fixed: encodeDocument(upstream, persisted).slice(0, -1),
      ...(trustedDocuments && { persisted }),
      variableNames: new Set(variableDefinitions.map(({ variable }) => variable.name.value)),
      variableLocations: findVariableLocations(parse(persisted.body)),
      validate: prepareResultValidator(schema, document),
      scan: verbatim && prepareScanner(schema, document, verbatim),
    };
  };
  const prepare: Prepare = (document, verbatim) => {
    const definition = getOperationAST(document)!;
    const { operation } = definition;
    const hasUploads = takesFiles(definition, schema);
    const whole = prepareDocument(document, verbatim);
    const variants = new VariantCache<PreparedDocument>();
    return (request) => {
      const { variables, document: replacement, callerKey = '', signal, span } = request;
      const { id, fixed, persisted, variableNames, variableLocations, validate, scan } = replacement
        ? variants.get(replacement.key, () => prepareDocument(replacement.create(), verbatim))
        : whole;
      // Some servers refuse variables that the document does not define.
      const entries = replacement && Object.entries(variables).filter(([name]) => variableNames.has(name));
      const values = entries ? Object.fromEntries(entries) : variables;
      const sent = writeJson(values);
      const json = `${fixed},"variables":${sent}}`;
      const files = hasUploads ? findFiles(values, 'variables') : [];
      const hasFiles = files.length > 0;
      const body = hasFiles ? encodeMultipart(json, files) : json;
      const headers = hasFiles
        ? { ...PREFLIGHT_HEADERS, ...headersTo(upstream, request) }
        : headersTo(upstream, request);
      const slot = { caller: callerKey, signal, headers };
      const send = (abort: AbortSignalLike, post: Post) =>
        post({ url, body, headers, signal: abort, maxBytes, operation, variableLocations, persisted, scan, span }).then(
          validated,
        );
      const sendAlone = () => send(signal, postGraphql);
      const validated = (result: ExecutionResult): ExecutionResult => {
        if (result instanceof ScannedResult) return result;
        if (result.errors && !(request.usesPartialData && result.data)) return result;
        try {
          // Each of them makes a field null.
          if ((result.errors?.length ?? 0) > MAX_ERRORS)
            throw new Error(`The result has more than ${MAX_ERRORS} errors.`);
          return { ...result, data: validate(result.data!, variables) };
        } catch (cause) {
          if (result.errors && operation !== 'mutation') return { ...result, data: null };
          // The mutation has taken effect, but a client may retry after 502.
          throw operation === 'mutation' ? outcomeUnknownError(cause) : badGatewayError(cause);
        }
      };
      if (operation === 'mutation') return runInSlot(slot, sendAlone).finally(sharing.endSharing);
      if (hasFiles || request.precedesWrite || REFUSES_SHARED.test(request.headers['cache-control'] ?? '')) {
        return runInSlot(slot, sendAlone);
      }
      // JSON has no line breaks.
      return sharing.read(`${id} ${sent}${identifyHeaders(headers)}`, slot, send);
    };
  };
  return Object.assign(prepare, {
    isRemote: true,
    digits: 'upstream' as const,
    trustsDocuments: trustedDocuments !== undefined,
  });
}

/** A document as it is sent, and what its results are checked with. */
interface PreparedDocument {
  /** Unique among those of one upstream. */
  id: number;
  /** The beginning of the JSON of every request. */
  fixed: string;
  /** Set where it is sent by its id. */
  persisted?: PersistedDocument;
  variableNames: ReadonlySet<string>;
  variableLocations: ReadonlySet<string>;
  validate: ReturnType<typeof prepareResultValidator>;
  scan: ReturnType<typeof prepareScanner>;
}
