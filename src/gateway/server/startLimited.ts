import type { Settings } from '../config/Settings.ts';
import { openRateLimiter } from '../rateLimit/openRateLimiter.ts';
import type { RateLimiter } from '../rateLimit/RateLimiter.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import type { RunningServer } from './RunningServer.ts';

/** Opens the rate limiter of the settings and calls `start`; it is closed after the server, or when `start` rejects. */
export async function startLimited(
  settings: Settings,
  log: Logger,
  start: (rateLimiter?: RateLimiter) => Promise<RunningServer>,
): Promise<RunningServer> {
  const { rateLimiter, close } = await openRateLimiter(settings, log);
  try {
    const server = await start(rateLimiter);
    return {
      ...server,
      close: async () => {
        await server.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
