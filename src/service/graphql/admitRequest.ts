import type { RequestHandler } from 'express';
import type { Authenticator } from '../../gateway/access/createAuthenticator.ts';
import { methodNotAllowedError } from '../../gateway/errors/methodNotAllowedError.ts';
import { readJsonBody } from '../../gateway/request/readJsonBody.ts';
import { GRAPHQL_METHODS } from '../../gateway/server/methods.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { toRestRequest } from '../../gateway/server/toRestRequest.ts';

/** Lets requests through to Apollo Server whose method, credentials and body are in order, with caller and parsed body. */
export function admitRequest(authenticate: Authenticator['authenticate']): RequestHandler {
  return async (request, response, next) => {
    const { method, headers } = request;
    response.vary('Accept');
    if (method === 'OPTIONS') return void response.writeHead(204, { allow: GRAPHQL_METHODS }).end();
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
      throw methodNotAllowedError(method, GRAPHQL_METHODS);
    const exchange = response.locals as Exchange;
    exchange.caller = await authenticate(headers.authorization);
    request.body = method === 'POST' ? await readJsonBody(toRestRequest(request, exchange)) : undefined;
    // Apollo Server knows no HEAD; Node leaves the body out. See RFC 9110 section 9.3.2.
    if (method === 'HEAD') request.method = 'GET';
    // Nothing here has an entity tag, but express would take every condition of a read for met by one.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    // An answer is for this caller and this moment.
    response.setHeader('cache-control', 'no-store');
    next();
  };
}
