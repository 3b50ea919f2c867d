import type { RequestHandler } from 'express';
import type { Admission, Release } from '../../gateway/admission/Admission.ts';
import { OVERLOADED } from '../../gateway/errors/overloaded.ts';
import type { CostCache } from './createCostCache.ts';
import type { TimedContext } from './runWithDeadline.ts';

/** The context of a request whose work waits for admission. */
export interface AdmittedContext extends TimedContext {
  /** The cost of the operation; absent until it is checked. */
  cost?: number;
  /** Waits for capacity for work of this cost, in place of what the request has. Rejects as `Admission.acquire` does. */
  admit(cost: number): Promise<void>;
}

/**
 * Runs Apollo Server, whose plugins wait for admission; the capacity is given back when Apollo Server has ended. A document that is
 * certain to be refused is refused at once: a flood of refusals must not take the time of the others.
 */
export function runAdmitted(
  { admission, costs }: { admission: Admission; costs: CostCache },
  run: RequestHandler,
): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as AdmittedContext;
    const { deadline, signal } = context;
    const caller = context.caller?.subject ?? '';
    const { query } = ((request.body as unknown) ?? request.query) as { query?: unknown };
    if (typeof query === 'string' && admission.refuses({ cost: costs.expected(query), caller })) throw OVERLOADED;
    let release: Release | undefined;
    context.admit = async (cost) => {
      release?.();
      release = undefined;
      release = await admission.acquire({ cost, caller, deadline, signal });
    };
    try {
      await run(request, response, next);
    } finally {
      release?.();
    }
  };
}
