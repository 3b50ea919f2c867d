// The errors of requests with an Idempotency-Key. See draft-ietf-httpapi-idempotency-key-header-07, section 2.7.
import { ServiceError } from '../errors/ServiceError.ts';

/** The first request with the key is running: its response can be replayed soon. */
export function keyInUseError(): ServiceError {
  const message = 'A request with this Idempotency-Key is running; send it again later to receive the same response.';
  return new ServiceError('IDEMPOTENCY_KEY_IN_USE', message, { headers: { 'retry-after': '1' } });
}

/** The first request with the key was another one. */
export function keyReusedError(): ServiceError {
  const message =
    'This Idempotency-Key was used for another request; send the same request again, or use a new key for a new request.';
  return new ServiceError('IDEMPOTENCY_KEY_REUSED', message);
}

/** The first request with the key has begun, and its response is not stored. No `Retry-After`: no retry can change that. */
export function keyOutcomeUnknownError(): ServiceError {
  const message =
    'The outcome of the first request with this Idempotency-Key is unknown: it may be running, or may have taken effect without a stored response. Read the current state before using a new key.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { status: 409 });
}
