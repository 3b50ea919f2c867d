import type { RequestHandler } from 'express';
import type { RequestContext } from '../domain/Subgraph.ts';
import { type Execution, withDeadline } from '../../gateway/runtime/withDeadline.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';

/** The context of resolvers and plugins, with the deadline and the signal of the execution. */
export type TimedContext = RequestContext & Exchange & Execution;

/**
 * Runs Apollo Server until the deadline of the request, as REST does; a later response is dropped. The signal of the context
 * becomes that of the execution.
 */
export function runWithDeadline(run: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as TimedContext;
    await withDeadline(context.signal, context.deadline, async (execution) => {
      Object.assign(context, execution);
      await run(request, response, next);
    });
  };
}
