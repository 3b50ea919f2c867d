// The interface of all that executes operations, and what they share.
import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Caller } from '../guard/access/Caller.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import type { Digits } from '../http/losslessJson.ts';
import type { AbortSignalLike } from '../http/signals.ts';
import type { Span } from '../base/telemetry/Telemetry.ts';

/** The document that one request executes, where it differs from the one that was prepared. */
export interface RequestDocument {
  /** Identifies the document among those of one operation. */
  key: string;
  create(): DocumentNode;
}

/** The request of one execution. */
export interface ExecutionRequest {
  variables: Readonly<Record<string, unknown>>;
  /** Absent: the document that was prepared. */
  document?: RequestDocument | undefined;
  /** Null for an anonymous one. */
  caller: Caller | null;
  /** Whose share of what is bounded it takes, such as connections to an upstream; absent: that of all that have none. */
  callerKey?: string | undefined;
  requestId: string;
  /** Request headers as received; some are forwarded to an upstream. */
  headers: IncomingHttpHeaders;
  /** The host's own request object. */
  origin?: unknown;
  /** Aborted at the deadline; for a query, also when the client disconnects. */
  signal: AbortSignalLike;
  /** Milliseconds since the epoch after which the request times out. */
  deadline: number;
  /** What its reads, statements and upstream requests are parts of; absent: nothing is measured. */
  span?: Span | undefined;
  /** What `RunOnce` executes the request in; absent for most. */
  transaction?: unknown;
  /** Whether the data of a result with errors is used. */
  usesPartialData?: boolean | undefined;
  /** Whether a write depends on the result, so that it has to be read for this request alone. */
  precedesWrite?: boolean | undefined;
}

/**
 * Executes one prepared operation. GraphQL errors are in the result. It rejects only if nothing can be executed, as with BAD_GATEWAY where
 * an upstream refuses the request, or with OUTCOME_UNKNOWN for a mutation whose result was lost.
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;

/** Stands for the items of a list where a response key would. */
export const ITEMS = '[]';

/** The only value of a result that is used, and not read, so that it may be a JsonText. */
export interface VerbatimValue {
  /** The response keys that lead to it. */
  path: readonly string[];
  /** The response paths, such as `user.author` and `user.tags.[]`, of what is not null in a JsonText. */
  nonNull?: ReadonlySet<string>;
  /** The custom scalars that have to be texts. */
  texts?: ReadonlySet<string>;
}

/** Prepares a document of exactly one operation and its fragments, once. */
export interface Prepare {
  (document: DocumentNode, verbatim?: VerbatimValue): Execute;
  /** Whether an upstream executes. */
  isRemote?: boolean;
  /** Absent: as in this process. */
  digits?: Digits;
  /** Whether it executes only the documents of `listDocuments`, which an upstream knows. */
  trustsDocuments?: boolean;
}

/** The context value of resolvers that run in this process. */
export type RequestContext = Pick<ExecutionRequest, 'caller' | 'requestId' | 'signal' | 'span' | 'transaction'>;

/** The error of variables that are not valid. */
export function inputError(error: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', error.message, { cause: error });
}

/** The most variants of one operation. */
const MAX_VARIANTS = 64;

/**
 * The compiled variants of one operation; the least recently used one goes. Deliberately no lru-cache: importing it takes longer than
 * all else that `import 'portico'` needs of caches, and each operation has a cache of its own. Keys are made from the operation, so that
 * they have bounded lengths.
 */
export class VariantCache<Variant> {
  /** The first entry is the least recently used. */
  readonly #variants = new Map<string, Variant>();

  /** The variant of a key, which is compiled where the cache does not have it. */
  get(key: string, compile: () => Variant): Variant {
    const cached = this.#variants.get(key);
    if (cached !== undefined && this.#variants.size < MAX_VARIANTS) return cached;
    const variant = cached ?? compile();
    this.#variants.delete(key);
    if (this.#variants.size >= MAX_VARIANTS) this.#variants.delete(this.#variants.keys().next().value!);
    this.#variants.set(key, variant);
    return variant;
  }
}
