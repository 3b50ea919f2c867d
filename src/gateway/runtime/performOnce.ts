import { createHash } from 'node:crypto';
import type { KeyedRequest } from '../idempotency/KeyedRequest.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { Progress } from './execute.ts';
import { internalError } from './internalError.ts';
import { type CheckedRequest, performRequest } from './performRequest.ts';
import { renderError } from './renderError.ts';
import type { Runtime } from './Runtime.ts';
import { REQUEST_TIMEOUT_MS } from './withDeadline.ts';

/** The subject of keys where none is needed. */
const WITHOUT_CALLER = '-';

/** Performs a request, or replays the response of the first one with its key. `body` is its JSON; undefined for none. */
export function performOnce(runtime: Runtime, checked: CheckedRequest, body: unknown): Promise<Reply> {
  const { request, endpoint, caller, inputs } = checked;
  const { idempotencyKey: key } = inputs;
  if (key === undefined || !runtime.runOnce) return performRequest(runtime, checked);
  const progress: Progress = { effect: 'NONE' };
  return runtime.runOnce(toKeyedRequest(key, caller?.subject || WITHOUT_CALLER, checked, body), {
    run: (transaction) => performRequest(runtime, { ...checked, transaction }, progress),
    renderError: (error) => renderError(error, request.headers.accept, request.requestId, endpoint.version.conventions),
    effect: () => progress.effect,
    report: (failure) => reportAside(runtime, checked, failure),
  });
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
  { request, route, endpoint }: CheckedRequest,
  body: unknown,
): KeyedRequest {
  const { plan, version } = endpoint;
  const headers = plan.parameters.flatMap(({ source, name }) => {
    const value = source === 'header' ? request.headers[name.toLowerCase()] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  // Not the path as received: the version may be in a header instead, and characters may be encoded or not.
  const parts: unknown[] = [version.number, plan.method, plan.path, route.values, route.query, headers];
  if (body !== undefined) parts.push(body);
  return {
    subject,
    route: `v${version.number} ${plan.method} ${plan.path}`,
    key,
    fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest('base64url'),
    deadline: request.deadline ?? Date.now() + REQUEST_TIMEOUT_MS,
  };
}
