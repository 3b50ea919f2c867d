import type { Settings } from '../config/Settings.ts';
import { openRateLimiter } from '../rateLimit/openRateLimiter.ts';
import type { RateLimiter } from '../rateLimit/RateLimiter.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import type { RunningServer } from './RunningServer.ts';
import { startWith } from './startWith.ts';

/** Starts a server with the rate limiter of the settings. */
export async function startLimited(
  settings: Settings,
  log: Logger,
  start: (rateLimiter?: RateLimiter) => Promise<RunningServer>,
): Promise<RunningServer> {
  return startWith(await openRateLimiter(settings, log), ({ rateLimiter }) => start(rateLimiter));
}
