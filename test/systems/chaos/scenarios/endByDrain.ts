import { type ManagedProcess, statusOf } from '../ManagedProcess.ts';
import type { Load } from '../Load.ts';

/** The announced time of a drain: ample for a balancer that checks readiness ten times a second. */
export const DRAIN_SECONDS = 2;

/**
 * Ends a process by SIGTERM. Rejects unless it is not ready, but accepts new connections and fails no write, in the announced time
 * of its drain, and then exits with 0.
 */
export async function endByDrain(service: ManagedProcess, load: Load): Promise<void> {
  const failuresBefore = load.failures;
  // The process begins to drain later than this, and half of the time is watched.
  const end = Date.now() + (DRAIN_SECONDS * 1_000) / 2;
  const ended = service.end('SIGTERM');
  try {
    await watchDrain(service, end);
    const failed = load.failures - failuresBefore;
    if (failed > 0) throw new Error(`${failed} writes failed during the drain`);
  } finally {
    // It can be started again, whatever it has done.
    await ended;
  }
  const code = await ended;
  if (code !== 0) throw new Error(`the exit code after SIGTERM is ${code}`);
}

async function watchDrain({ url }: ManagedProcess, end: number): Promise<void> {
  let isUnready = false;
  do {
    const status = await statusOf(new URL('/health/ready', url));
    isUnready ||= status === 503;
    if (status === undefined) throw new Error('a new connection is refused during the drain');
    if (isUnready && status !== 503) throw new Error(`/health/ready is ${status} during the drain`);
  } while (!isUnready || Date.now() < end);
}
