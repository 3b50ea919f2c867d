import type { RequestHandler } from 'express';
import type { Authenticator } from '../../gateway/access/createAuthenticator.ts';
import { methodNotAllowedError } from '../../gateway/errors/methodNotAllowedError.ts';
import { readJsonBody } from '../../gateway/request/readJsonBody.ts';
import { GRAPHQL_METHODS } from '../../gateway/server/methods.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { toRestRequest } from '../../gateway/server/toRestRequest.ts';
import { type Limits, countRequest } from './limitRequests.ts';
import { type Gate, waitForTurn } from './runAdmitted.ts';

/**
 * Passes requests with a valid method, valid credentials, a quota, a turn and a valid body on to Apollo Server, with caller and
 * parsed body.
 */
export function admitRequest(authenticate: Authenticator['authenticate'], gate: Gate, limits?: Limits): RequestHandler {
  return async (request, response, next) => {
    const { method, headers } = request;
    response.vary('Accept');
    if (method === 'OPTIONS') return void response.writeHead(204, { allow: GRAPHQL_METHODS }).end();
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
      throw methodNotAllowedError(method, GRAPHQL_METHODS);
    const exchange = response.locals as Exchange;
    exchange.caller = await authenticate(headers.authorization);
    if (limits) await countRequest(limits, request, response, exchange);
    await waitForTurn(gate, request, exchange);
    request.body = method === 'POST' ? await readJsonBody(toRestRequest(request, exchange)) : undefined;
    // Apollo Server does not support HEAD; Node omits the body. See RFC 9110 section 9.3.2.
    if (method === 'HEAD') request.method = 'GET';
    // Responses have no entity tag, but express would evaluate conditional requests against one.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    // A response depends on the caller, and is out of date at once.
    response.setHeader('cache-control', 'no-store');
    next();
  };
}
