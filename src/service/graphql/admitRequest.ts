// What a request to /graphql passes before Apollo Server sees it: its method, credentials, quota, turn and body. Apollo Server then
// runs until the deadline of the request; in it a document waits for admission before it is parsed, and an operation before it is
// executed (`admitOperation.ts`).
import type { RequestHandler } from 'express';
import {
  type Admission,
  type Authenticator,
  type Exchange,
  type Execution,
  type RateLimiter,
  type Release,
  type TrustsPeer,
  GRAPHQL_METHODS,
  OVERLOADED,
  REQUEST_COST,
  callerKey,
  methodNotAllowedError,
  readJsonBody,
  readPeer,
  toRestRequest,
  withDeadline,
} from '../../gateway/server.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import type { CostCache, ExpectedCost } from './graphqlCaches.ts';

/** Express and Apollo Server take longer for a request than REST does. */
const ENTRY_COST = 3 * REQUEST_COST;

export interface Gate {
  authenticate: Authenticator['authenticate'];
  admission: Admission;
  costs: CostCache;
  rateLimiter?: RateLimiter | undefined;
  /** Whose forwarding headers name the address of a client. */
  trustsPeer?: TrustsPeer | undefined;
}

/** The context of resolvers and plugins; its signal is that of the execution. */
export type GraphqlContext = RequestContext & Exchange & Execution & Admitted;

interface Admitted {
  /** Whose quota and turn the request takes; see `callerKey`. */
  callerKey: string;
  /** Milliseconds since the epoch. */
  arrivedAt: number;
  /** Waits for capacity for this work, in place of what the request has. Rejects as `Admission.acquire` does. */
  admit(work: ExpectedCost): Promise<void>;
}

/** Runs Apollo Server for requests with a valid method, valid credentials, a quota, a turn and a valid body. */
export function admitRequest(gate: Gate, run: RequestHandler): RequestHandler {
  const { authenticate, admission, rateLimiter, trustsPeer } = gate;
  return async (request, response, next) => {
    const { method, headers } = request;
    response.vary('Accept');
    if (method === 'OPTIONS') return void response.writeHead(204, { allow: GRAPHQL_METHODS }).end();
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
      throw methodNotAllowedError(method, GRAPHQL_METHODS);
    const context = response.locals as GraphqlContext;
    const { deadline, signal } = context;
    context.arrivedAt = Date.now();
    context.caller = await authenticate(headers.authorization);
    const caller = callerKey(context.caller, { headers, peer: readPeer(request) }, trustsPeer);
    context.callerKey = caller;
    try {
      const policy = rateLimiter?.defaultPolicy;
      if (policy) response.setHeaders(new Map(Object.entries(await rateLimiter.consume({ caller, policy }))));
      // Only so many requests are read in one turn of the event loop that it looks at all sockets soon, even if most of them are to be
      // refused.
      const release = await admission.acquire({ cost: ENTRY_COST, caller, deadline, signal });
      release();
      // The numbers of GraphQL are doubles: its scalars know no others.
      request.body = method === 'POST' ? await readJsonBody(toRestRequest(request, context), JSON.parse) : undefined;
      // Apollo Server does not support HEAD; Node omits the body. See RFC 9110 section 9.3.2.
      if (method === 'HEAD') request.method = 'GET';
      // Responses have no entity tag, but express would evaluate conditional requests against one.
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
      // A response depends on the caller, and is out of date at once.
      response.setHeader('cache-control', 'no-store');
      await withDeadline(signal, deadline, async (execution) => {
        Object.assign(context, execution);
        await runAdmitted(gate, context, (request.body as unknown) ?? request.query, () =>
          run(request, response, next),
        );
      });
    } catch (thrown) {
      await admission.holdRefusal(thrown, { caller, arrivedAt: context.arrivedAt, deadline, signal });
      throw thrown;
    }
  };
}

/** Gives the capacity back when the run has ended. What is certain to be refused does not begin: a flood must not take time. */
async function runAdmitted(
  { admission, costs }: Gate,
  context: GraphqlContext,
  parameters: unknown,
  run: () => unknown,
): Promise<void> {
  const { deadline, signal, callerKey: caller } = context;
  if (admission.refuses({ ...costs.expected(parameters), caller })) throw OVERLOADED;
  let release: Release | undefined;
  context.admit = async (work) => {
    release?.();
    release = undefined;
    try {
      release = await admission.acquire({ ...work, caller, deadline, signal });
    } catch (thrown) {
      // Apollo Server responds to it.
      await admission.holdRefusal(thrown, { caller, arrivedAt: context.arrivedAt, deadline, signal });
      throw thrown;
    }
  };
  try {
    await run();
  } finally {
    release?.();
  }
}
