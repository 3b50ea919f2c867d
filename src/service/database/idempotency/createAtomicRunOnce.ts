// Requests with an Idempotency-Key, exactly once: the write, everything that its response reads, and the response itself are one
// transaction.
import { createHash } from 'node:crypto';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';
import { keyInUseError } from '../../../gateway/idempotency/keyErrors.ts';
import type { KeyedRequest } from '../../../gateway/idempotency/KeyedRequest.ts';
import { assertSameRequest, replay } from '../../../gateway/idempotency/replay.ts';
import type { RunOnce } from '../../../gateway/idempotency/RunOnce.ts';
import { internalError } from '../../../gateway/runtime/internalError.ts';
import type { Database } from '../Database.ts';
import { unavailableError } from '../unavailableError.ts';
import { KeyStore } from './KeyStore.ts';

/** Creates what executes the keyed requests of the service, over its own database. */
export function createAtomicRunOnce(database: Pick<Database, 'query' | 'transaction'>): RunOnce {
  return async (request, { run }) => {
    const id = idOf(request);
    const { fingerprint } = request;
    const transaction = database.transaction(request.deadline, async (scope) => {
      const store = new KeyStore(database, scope);
      // A statement of its own: the next one sees what was committed before the lock was released.
      if (!(await store.lock(id))) throw keyInUseError();
      const found = await store.find(id);
      if (found) {
        assertSameRequest(request, found.fingerprint);
        return replay(found.reply);
      }
      const reply = await run(scope.transaction).catch((error: unknown) => {
        throw withoutEffect(error);
      });
      // Impossible under the lock, which the primary key guards: the write is rolled back then.
      if (!(await store.store(id, { fingerprint, reply }))) throw keyInUseError();
      return reply;
    });
    return transaction.catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'OUTCOME_UNKNOWN' ? unknownOutcome(error.cause) : error;
    });
  };
}

/** Identifies a key of one caller and one route. JSON keeps every text apart, lone surrogates included. */
function idOf({ subject, route, key }: KeyedRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([subject, route, key]))
    .digest();
}

/** The error of a write that is rolled back, where `run` expects that it may have taken effect. */
function withoutEffect(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, cause } = error;
  if (code === 'INTERNAL_SERVER_ERROR') return internalError(cause);
  if (code !== 'OUTCOME_UNKNOWN') return error;
  return cause instanceof ServiceError
    ? cause
    : unavailableError('The request was rolled back; try again shortly.', error);
}

/** The error of a COMMIT without a response. */
function unknownOutcome(cause: unknown): ServiceError {
  const message =
    'The outcome of the request is unknown: it may have taken effect. Send it again with the same Idempotency-Key: if it has, ' +
    'the response is the first one, and if not, it is executed.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { cause });
}
