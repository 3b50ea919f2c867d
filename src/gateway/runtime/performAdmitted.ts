import { REQUEST_COST } from '../admission/Admission.ts';
import type { Reply } from '../protocol/Reply.ts';
import { type CheckedRequest, performRequest } from './performRequest.ts';
import type { Runtime } from './Runtime.ts';
import { REQUEST_TIMEOUT_MS } from './withDeadline.ts';

/** Performs a request as soon as it has its share of the capacity. Rejects with UNAVAILABLE, before anything ran, if there is none. */
export function performAdmitted(runtime: Runtime, checked: CheckedRequest): Promise<Reply> {
  const { admission } = runtime;
  const perform = () => performRequest(runtime, checked);
  if (!admission) return perform();
  const { request, endpoint, caller, inputs } = checked;
  const { signal, deadline = Date.now() + REQUEST_TIMEOUT_MS, peer } = request;
  const cost = REQUEST_COST + endpoint.costOf(inputs.page?.style ?? 'UNPAGED', inputs.variables);
  return admission.run({ cost, caller: caller?.subject || (peer?.address ?? ''), deadline, signal }, perform);
}
