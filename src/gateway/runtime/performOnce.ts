import { createHash } from 'node:crypto';
import { ServiceError } from '../errors/ServiceError.ts';
import type { KeyedRequest } from '../idempotency/KeyedRequest.ts';
import { isReplay } from '../idempotency/replay.ts';
import { canonicalJson } from '../protocol/canonicalJson.ts';
import { parseAccept, qualityOf } from '../protocol/parseAccept.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { Progress } from './execute.ts';
import { internalError } from './internalError.ts';
import { type CheckedRequest, mediaTypeOf, performRequest } from './performRequest.ts';
import { renderError } from './renderError.ts';
import type { Runtime } from './Runtime.ts';
import { REQUEST_TIMEOUT_MS } from './withDeadline.ts';

/** The subject of keys where none is needed. */
const WITHOUT_CALLER = '-';

/**
 * Performs a request, or replays the response of the first one with its key. Rejects with NOT_ACCEPTABLE where Accept excludes the media
 * type of that. `body` is its JSON; undefined for none.
 */
export function performOnce(runtime: Runtime, checked: CheckedRequest, body: unknown): Promise<Reply> {
  const { request, endpoint, caller, inputs } = checked;
  const { idempotencyKey: key } = inputs;
  if (key === undefined || !runtime.runOnce) return performRequest(runtime, checked);
  const progress: Progress = { effect: 'NONE' };
  const once = runtime.runOnce(toKeyedRequest(key, caller?.subject || WITHOUT_CALLER, checked, body), {
    run: (transaction) => performRequest(runtime, { ...checked, transaction }, progress),
    renderError: (error) => renderError(error, request.headers.accept, request.requestId, endpoint.version.conventions),
    effect: () => progress.effect,
    report: (failure) => reportAside(runtime, checked, failure),
  });
  return once.then((reply) => {
    if (isReplay(reply)) assertAccepted(reply, runtime, checked);
    return reply;
  });
}

/** Errors are sent whatever Accept says, and so is the type that this request would have as the first one. */
function assertAccepted({ status, headers }: Reply, runtime: Runtime, checked: CheckedRequest): void {
  const type = headers['content-type'];
  if (status >= 400 || type === undefined || type === mediaTypeOf(runtime, checked)) return;
  if (qualityOf(parseAccept(checked.request.headers.accept), type.replace(/;.*/s, '').trim()) > 0) return;
  throw new ServiceError('NOT_ACCEPTABLE', `Not acceptable; the stored response has the media type ${type}.`);
}

/** The response does not depend on the failure, nor on its report. */
function reportAside({ report }: Runtime, { request, endpoint }: CheckedRequest, failure: Error): void {
  const { requestId, method, target } = request;
  try {
    report({ requestId, method, target, error: internalError(failure), document: endpoint.plan.source.file });
  } catch {
    // The failure is not reported.
  }
}

function toKeyedRequest(
  key: string,
  subject: string,
  { request, route, endpoint, query }: CheckedRequest,
  body: unknown,
): KeyedRequest {
  const { plan, version } = endpoint;
  const headers = plan.parameters.flatMap(({ source, name }) => {
    const value = source === 'header' ? request.headers[name.toLowerCase()] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  // Not the path as received: the version may be in a header instead, and characters may be encoded or not. The values of a query
  // stay encoded, because a comma separates only as it is.
  const partsWith = (queryPart: unknown): unknown[] => {
    const parts = [version.number, plan.method, plan.path, route.values, queryPart, headers];
    return body === undefined ? parts : [...parts, body];
  };
  return {
    subject,
    route: `v${version.number} ${plan.method} ${plan.path}`,
    key,
    fingerprint: hash(`RFC 8785 ${canonicalJson(partsWith(Object.fromEntries(query)))}`),
    earlierFingerprint: () => hash(JSON.stringify(partsWith(route.query))),
    deadline: request.deadline ?? Date.now() + REQUEST_TIMEOUT_MS,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
