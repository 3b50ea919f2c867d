// At most once, over a store that is not a part of the mutation's transaction: a record is created before the mutation begins,
// so what happens afterwards never makes a second execution possible, but may leave the record without a response.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { RETRY_SOON } from '../../base/errors/errorHeaders.ts';
import { settlesWithin } from '../../base/errors/settlesWithin.ts';
import type { Reply } from '../../http/Reply.ts';
import type {
  IdempotencyRecord,
  IdempotencyRequest,
  IdempotencyStore,
  KeyedRequest,
  StoredResponse,
} from './IdempotencyStore.ts';

/** The longest time that a request waits for its store. */
const STORE_TIMEOUT_MS = 2_000;

/** Executes requests with an Idempotency-Key at most once: `begin`, the mutation, `finish`. */
export function createRunOnce(store: IdempotencyStore): RunOnce {
  return async (keyed, execution) => {
    const request = { ...keyed, execution: randomUUID() };
    const record = await begin(store, request);
    if (record) {
      assertSameRequest(keyed, record.fingerprint);
      if (!record.response) throw keyOutcomeUnknownError();
      return replay(record.response);
    }
    // The mutation has had its effect, or none: neither is different for the client if the store fails.
    const finish = async (response: StoredResponse | null) => {
      try {
        const finished = callStore(() => store.finish(request, response));
        await settlesWithin(STORE_TIMEOUT_MS, finished);
      } catch (cause) {
        const failed = response ? 'The response was not stored' : 'The unused key was not released';
        const message = `${failed}: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.`;
        execution.report(new Error(message, { cause }));
      }
    };
    let reply: Reply;
    try {
      reply = await execution.run();
    } catch (thrown) {
      const fate = fateOfRecord(thrown, execution.effect());
      if (fate === 'RELEASED') await finish(null);
      else if (fate === 'STORED') await finish(toStored(execution.renderError(thrown as ServiceError)));
      throw thrown;
    }
    await finish(toStored(reply));
    return reply;
  };
}

/** Rejects with UNAVAILABLE where the store does not respond in time; what it creates nevertheless is released. */
async function begin(store: IdempotencyStore, request: IdempotencyRequest): Promise<IdempotencyRecord | null> {
  const begun = callStore(() => store.begin(request));
  try {
    return await settlesWithin(Math.min(STORE_TIMEOUT_MS, request.deadline - Date.now()), begun);
  } catch (cause) {
    const release = () => callStore(() => store.finish(request, null)).catch(() => {});
    void begun.then(release, release);
    const message = 'The store of Idempotency-Keys is not available; nothing was executed. Try again shortly.';
    throw new ServiceError('UNAVAILABLE', message, { cause });
  }
}

/** The statuses of errors that say that nothing was executed; 503 is UNAVAILABLE. */
const NOT_EXECUTED = new Set([401, 403, 412, 428, 429, 503]);

/** Those of them with Retry-After. Of a mutation that has returned, they are errors as data: a field that fails is OUTCOME_UNKNOWN. */
const RETRIABLE = new Set([429, 503]);

/**
 * What becomes of the record of an execution that failed: without a response it says that the outcome is unknown. Errors are stored too,
 * because nobody outside of a host knows whether it rolled back; unexpected ones, and those of 500 and above that are not data, are not.
 */
function fateOfRecord(thrown: unknown, effect: Effect): 'RELEASED' | 'STORED' | 'WITHOUT_RESPONSE' {
  if (effect === 'NONE') return 'RELEASED';
  if (!(thrown instanceof ServiceError) || thrown.code === 'OUTCOME_UNKNOWN') return 'WITHOUT_RESPONSE';
  const { status, hasOwnStatus } = thrown;
  if ((effect === 'CERTAIN' ? RETRIABLE : NOT_EXECUTED).has(status)) return 'RELEASED';
  return status < 500 || (effect === 'CERTAIN' && hasOwnStatus) ? 'STORED' : 'WITHOUT_RESPONSE';
}

/** A reply has bytes only once it is encoded, and headers of its own response are added, after it was stored. */
function toStored({ status, headers, body }: Reply): StoredResponse {
  return { status, headers: { ...headers }, body: body as string | null };
}

/** A store of a host may throw instead of rejecting. */
async function callStore<Value>(call: () => Promise<Value>): Promise<Value> {
  return call();
}

/**
 * What an execution can have changed: nothing, as the mutation has not begun; perhaps something, as it has begun; or what it
 * is for, as its root field has returned.
 */
export type Effect = 'NONE' | 'POSSIBLE' | 'CERTAIN';

/** How a keyed request is executed, if it is the first with its key. */
export interface Execution {
  /**
   * Checks the preconditions, executes the mutation and renders the response. Rejects with a ServiceError, with the reason of
   * the client's disconnection before the mutation has begun, or with an unexpected error. `transaction` becomes that of the
   * resolvers' context; absent: none.
   */
  run(transaction?: unknown): Promise<Reply>;
  /** The response of an error, as `run` rejects with it. */
  renderError(error: ServiceError): Reply;
  /** What `run` can have changed so far. */
  effect(): Effect;
  /** Reports a failure that does not change the response. Does not throw. */
  report(failure: Error): void;
}

/**
 * Executes the first request with a key, or returns the stored response of the first one with the header
 * `Idempotency-Replayed: true`. Rejects with 422 for another fingerprint, and with 409 while the first request is running or
 * where its outcome is unknown.
 */
export type RunOnce = (request: KeyedRequest, execution: Execution) => Promise<Reply>;

/** The header of a response that was stored. */
const REPLAYED = 'idempotency-replayed';

/** A stored response, marked as such. */
export function replay({ status, headers, body }: StoredResponse | Reply): Reply {
  return { status, headers: { ...headers, [REPLAYED]: 'true' }, body };
}

/** Whether a reply was stored. */
export function isReplay({ headers }: Reply): boolean {
  return headers[REPLAYED] !== undefined;
}

// The errors of requests with an Idempotency-Key. See draft-ietf-httpapi-idempotency-key-header-07, section 2.7.

/** The first request with the key is running: its response can be replayed soon. */
export function keyInUseError(): ServiceError {
  const message = 'A request with this Idempotency-Key is running; send it again later to receive the same response.';
  return new ServiceError('IDEMPOTENCY_KEY_IN_USE', message, { headers: RETRY_SOON });
}

/** Throws IDEMPOTENCY_KEY_REUSED unless the record of a key is that of this request. */
export function assertSameRequest(request: KeyedRequest, fingerprint: string): void {
  if (fingerprint === request.fingerprint || fingerprint === request.earlierFingerprint?.()) return;
  const message =
    'This Idempotency-Key was used for another request; send the same request again, or use a new key for a new request.';
  throw new ServiceError('IDEMPOTENCY_KEY_REUSED', message);
}

/** The first request with the key has begun, and its response is not stored. No `Retry-After`: no retry can change that. */
function keyOutcomeUnknownError(): ServiceError {
  const message =
    'The outcome of the first request with this Idempotency-Key is unknown: it may be running, or may have taken effect without a stored response. Read the current state before using a new key.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { status: 409 });
}
