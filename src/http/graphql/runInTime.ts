import type { RequestHandler } from 'express';
import type { RequestContext } from '../../domain/Subgraph.ts';
import { DEADLINE, withDeadline } from '../../rest/withDeadline.ts';

/** Runs Apollo Server; what takes too long is TIMEOUT, as under REST, and what it answers then is dropped. */
export function runInTime(run: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as RequestContext;
    await withDeadline(context.signal, DEADLINE, async (signal) => {
      context.signal = signal;
      await run(request, response, next);
    });
  };
}
