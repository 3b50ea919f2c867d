import type { IncomingMessage } from 'node:http';
import type { RestRequest } from '../rest/message.ts';
import { dropBody, hasBody } from './dropBody.ts';
import type { Exchange } from './Exchange.ts';
import { readBody } from './readBody.ts';

/** A request of Node as plain data, its body unread. */
export function toRestRequest(
  request: IncomingMessage,
  { method, target, requestId, signal, deadline }: Exchange,
): RestRequest {
  const { headers } = request;
  return {
    method,
    target,
    headers,
    requestId,
    signal,
    deadline,
    readBody: (limit) => readBody(request, limit),
    ...(hasBody(request) && { dropBody: () => dropBody(request) }),
  };
}
