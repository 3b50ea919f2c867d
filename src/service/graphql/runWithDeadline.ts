import { setMaxListeners } from 'node:events';
import type { RequestHandler } from 'express';
import type { RequestContext } from '../domain/Subgraph.ts';
import { type Execution, withDeadline } from '../../gateway/runtime/withDeadline.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';

/** What resolvers and plugins are given of the time an operation has. */
export type TimedContext = RequestContext & Exchange & Execution;

/**
 * Runs Apollo Server until the deadline of the request, as under REST; what it answers later is dropped. The context's
 * signal becomes that of the execution.
 */
export function runWithDeadline(run: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as TimedContext;
    await withDeadline(context.signal, context.deadline, async (execution) => {
      Object.assign(context, execution);
      // As many statements listen to it as a client's operation has lists.
      setMaxListeners(0, execution.signal);
      await run(request, response, next);
    });
  };
}
