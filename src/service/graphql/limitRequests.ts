// The limit of each caller, as REST has it: an operation counts as one request, and a costly one as several.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import type { TrustsPeer } from '../../gateway/protocol/parseForwarded.ts';
import { callerKey } from '../../gateway/rateLimit/callerKey.ts';
import type { QuotaPolicy, RateLimiter } from '../../gateway/rateLimit/RateLimiter.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { readPeer } from '../../gateway/server/readPeer.ts';
import type { CostContext } from './costPlugin.ts';
import type { TimedContext } from './runWithDeadline.ts';

/** The cost that counts as one request: about a page of a hundred items with ten fields, the most of a list in REST. */
export const COST_PER_REQUEST = 1_000;

/** The limiter of a server, and whose forwarding headers name the address of a client. */
export interface Limits {
  rateLimiter: RateLimiter;
  trustsPeer?: TrustsPeer | undefined;
}

/** The context of a request that was counted. */
export interface CountedContext {
  /** Whose quota it was taken from. */
  quotaOf: string;
}

/** Takes a request from the quota of its caller, and sets the headers of its response. Rejects with RATE_LIMITED. */
export async function countRequest(
  { rateLimiter, trustsPeer }: Limits,
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange & Partial<CountedContext>,
): Promise<void> {
  const { defaultPolicy: policy } = rateLimiter;
  if (!policy) return;
  const { headers } = request;
  const caller = callerKey(exchange.caller ?? null, { headers, peer: readPeer(request) }, trustsPeer);
  exchange.quotaOf = caller;
  const limit = await rateLimiter.consume({ caller, policy });
  for (const [name, value] of Object.entries(limit)) response.setHeader(name, value);
}

/** Takes what an operation counts as beyond one request, before it is executed. */
export function quotaPlugin({
  rateLimiter,
}: Pick<Limits, 'rateLimiter'>): ApolloServerPlugin<TimedContext & CostContext & CountedContext> {
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ contextValue: { cost = 0, quotaOf: caller }, response }) => {
        const { defaultPolicy: policy } = rateLimiter;
        const units = Math.ceil(cost / COST_PER_REQUEST) - 1;
        if (!policy || units < 1) return null;
        try {
          if (units >= policy.requests) throw tooCostly(cost, units + 1, policy);
          const limit = await rateLimiter.consume({ caller, policy, units });
          for (const [name, value] of Object.entries(limit)) response.http.headers.set(name, value);
          return null;
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          const { status, headers } = error;
          return {
            http: { status, headers: new HeaderMap(Object.entries(headers)) },
            body: { kind: 'single', singleResult: { errors: [error.toJSON()] } },
          };
        }
      },
    }),
  };
}

/** A retry would never succeed. */
function tooCostly(cost: number, counted: number, { requests, windowSeconds }: QuotaPolicy): ServiceError {
  return new ServiceError(
    'BAD_USER_INPUT',
    `The query cost ${cost} counts as ${counted} requests, but the limit is ${requests} in ${windowSeconds} seconds; request fewer items per page.`,
  );
}
