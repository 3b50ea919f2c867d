import { shareProbe } from '../../gateway/server/shareProbe.ts';
import { unavailableError } from './databaseErrors.ts';

/** The time limit of a readiness check. */
export const PROBE_TIMEOUT_MS = 2_000;

const TIMED_OUT = `The database did not respond within ${PROBE_TIMEOUT_MS / 1000} seconds; try again shortly.`;

/**
 * Limits the time of a readiness check; calls during a check share its result. Rejects with UNAVAILABLE when the time is
 * over: the check continues then, and no second one starts beside it.
 */
export function limitProbe(check: () => Promise<void>): () => Promise<void> {
  const probe = shareProbe(check);
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailableError(TIMED_OUT)), PROBE_TIMEOUT_MS);
    });
    try {
      await Promise.race([probe(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}
