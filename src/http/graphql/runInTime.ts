import type { RequestHandler } from 'express';
import type { RequestContext } from '../../domain/Subgraph.ts';
import { withDeadline } from '../../rest/withDeadline.ts';

/** Milliseconds after which nobody waits for an operation, as under REST. */
const DEADLINE = 30_000;

/** Runs Apollo Server; what takes too long is TIMEOUT, and what it answers then is dropped. */
export function runInTime(run: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as RequestContext;
    await withDeadline(context.signal, DEADLINE, async (signal) => {
      context.signal = signal;
      await run(request, response, next);
    });
  };
}
