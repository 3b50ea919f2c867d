// Admission at /graphql: a request waits for its turn before its body is read, a document before it is parsed, and an operation
// before it is executed.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { type Admission, REQUEST_COST, type Release, type Work } from '../../gateway/admission/Admission.ts';
import { OVERLOADED } from '../../gateway/errors/overloaded.ts';
import type { TrustsPeer } from '../../gateway/protocol/parseForwarded.ts';
import { callerKey } from '../../gateway/rateLimit/callerKey.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { readPeer } from '../../gateway/server/readPeer.ts';
import type { CostContext } from './costPlugin.ts';
import type { CostCache } from './createCostCache.ts';
import type { TimedContext } from './runWithDeadline.ts';

/** Express and Apollo Server take longer for a request than REST does. */
const ENTRY_COST = 3 * REQUEST_COST;

/** What admits the requests of a server. */
export interface Gate {
  admission: Admission;
  costs: CostCache;
  /** Whose forwarding headers name the address of a client. */
  trustsPeer?: TrustsPeer | undefined;
}

/** A request whose caller is known to the admission. */
interface KnownExchange extends Exchange {
  admittedAs?: string;
}

/** The context of a request whose work waits for admission. */
export interface AdmittedContext extends TimedContext, CostContext {
  /** Waits for capacity for this work, in place of what the request has. Rejects as `Admission.acquire` does. */
  admit(work: Pick<Work, 'cost' | 'write'>): Promise<void>;
}

/**
 * Waits for the turn of a caller: only so many requests are read in one turn of the event loop that it looks at all sockets soon,
 * even if most of them are to be refused.
 */
export async function waitForTurn({ admission, trustsPeer }: Gate, request: IncomingMessage, exchange: KnownExchange) {
  const { deadline, signal } = exchange;
  const caller = callerKey(exchange.caller ?? null, { headers: request.headers, peer: readPeer(request) }, trustsPeer);
  exchange.admittedAs = caller;
  const release = await admission.acquire({ cost: ENTRY_COST, caller, deadline, signal });
  release();
}

/**
 * Runs Apollo Server, whose plugins wait for admission; the capacity is given back when Apollo Server has ended. A document that is
 * certain to be refused is refused at once: a flood of refusals must not take the time of the others.
 */
export function runAdmitted({ admission, costs }: Gate, run: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const context = response.locals as AdmittedContext & KnownExchange;
    const { deadline, signal, admittedAs: caller = '' } = context;
    const expected = costs.expected((request.body as unknown) ?? request.query);
    if (admission.refuses({ ...expected, caller })) throw OVERLOADED;
    let release: Release | undefined;
    context.admit = async (work) => {
      release?.();
      release = undefined;
      release = await admission.acquire({ ...work, caller, deadline, signal });
    };
    try {
      await run(request, response, next);
    } finally {
      release?.();
    }
  };
}
