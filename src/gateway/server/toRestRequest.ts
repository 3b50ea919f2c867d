import type { IncomingMessage } from 'node:http';
import type { RestRequest } from '../request/RestRequest.ts';
import { drainBody, hasBody } from './drainBody.ts';
import type { Exchange } from './Exchange.ts';
import { readBody } from './readBody.ts';
import { readPeer } from './readPeer.ts';

/** Node's request as plain data, with its body unread. The caller is set on the exchange. */
export function toRestRequest(request: IncomingMessage, exchange: Exchange): RestRequest {
  const { headers } = request;
  const { method, target, requestId, signal, deadline } = exchange;
  return {
    method,
    target,
    headers,
    requestId,
    peer: readPeer(request),
    signal,
    deadline,
    readBody: (limit) => readBody(request, limit),
    onAuthenticated: (caller) => {
      exchange.caller = caller;
    },
    ...(hasBody(request) && { drainBody: () => drainBody(request) }),
  };
}
