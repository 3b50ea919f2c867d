// At most once, over a store that is not a part of the mutation's transaction: a record is created before the mutation begins,
// so what happens afterwards never makes a second execution possible, but may leave the record without a response.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors/ServiceError.ts';
import { settlesWithin } from '../errors/settlesWithin.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { IdempotencyRecord, IdempotencyRequest, IdempotencyStore, StoredResponse } from './IdempotencyStore.ts';
import type { KeyedRequest } from './KeyedRequest.ts';
import { keyOutcomeUnknownError } from './keyErrors.ts';
import { assertSameRequest, replay } from './replay.ts';
import type { Effect, Execution, RunOnce } from './RunOnce.ts';

/** The longest time that a request waits for its store. */
const STORE_TIMEOUT_MS = 2_000;

/** Executes requests with an Idempotency-Key at most once: `begin`, the mutation, `finish`. */
export function createRunOnce(store: IdempotencyStore): RunOnce {
  return async (keyed, execution) => {
    const request = { ...keyed, execution: randomUUID() };
    const record = await begin(store, request);
    if (record) return replayRecord(record, keyed);
    const finish = (response: StoredResponse | null) => finishRecord(store, request, response, execution.report);
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
    throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
  }
}

function replayRecord({ fingerprint, response }: IdempotencyRecord, request: KeyedRequest): Reply {
  assertSameRequest(request, fingerprint);
  if (!response) throw keyOutcomeUnknownError();
  return replay({ ...response, headers: { ...response.headers } });
}

/** The mutation has had its effect, or none: neither is different for the client if the store fails. */
async function finishRecord(
  store: IdempotencyStore,
  request: IdempotencyRequest,
  response: StoredResponse | null,
  report: Execution['report'],
): Promise<void> {
  try {
    await settlesWithin(
      STORE_TIMEOUT_MS,
      callStore(() => store.finish(request, response)),
    );
  } catch (cause) {
    const failed = response ? 'The response was not stored' : 'The unused key was not released';
    const message = `${failed}: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.`;
    report(new Error(message, { cause }));
  }
}

/** The statuses of errors that say that nothing was executed; 503 is UNAVAILABLE. */
const NOT_EXECUTED = new Set([401, 403, 412, 428, 429, 503]);

/** What becomes of the record of an execution that failed: without a response it says that the outcome is unknown. */
function fateOfRecord(thrown: unknown, effect: Effect): 'RELEASED' | 'STORED' | 'WITHOUT_RESPONSE' {
  if (effect === 'NONE') return 'RELEASED';
  if (!(thrown instanceof ServiceError) || thrown.code === 'OUTCOME_UNKNOWN') return 'WITHOUT_RESPONSE';
  if (effect === 'POSSIBLE' && NOT_EXECUTED.has(thrown.status)) return 'RELEASED';
  return thrown.status < 500 ? 'STORED' : 'WITHOUT_RESPONSE';
}

/** A reply has bytes only once it is encoded, which happens after it was stored. */
function toStored({ status, headers, body }: Reply): StoredResponse {
  return { status, headers, body: body as string | null };
}

/** A store of a host may throw instead of rejecting. */
async function callStore<Value>(call: () => Promise<Value>): Promise<Value> {
  return call();
}
