import type { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { unavailableError } from './unavailableError.ts';

/** Milliseconds after which a probe is answered in any case. */
export const PROBE_TIMEOUT_MS = 2_000;

/**
 * Limits how long a probe takes; those that come while the database is asked share the answer. Rejects with UNAVAILABLE if
 * it is late: the question is not withdrawn then, and no second one is put beside it.
 */
export function limitProbe(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return async () => {
    running ??= ask().finally(() => (running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(lateError()), PROBE_TIMEOUT_MS);
    });
    try {
      await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function lateError(): ServiceError {
  return unavailableError(`The database did not respond within ${PROBE_TIMEOUT_MS / 1000} seconds; try again shortly.`);
}
