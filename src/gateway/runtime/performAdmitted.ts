import { REQUEST_COST } from '../admission/Admission.ts';
import type { Reply } from '../protocol/Reply.ts';
import { performOnce } from './performOnce.ts';
import type { CheckedRequest } from './performRequest.ts';
import type { Runtime } from './Runtime.ts';
import { REQUEST_TIMEOUT_MS } from './withDeadline.ts';

/**
 * Performs a request as soon as it has its share of the capacity. Rejects with UNAVAILABLE, before anything ran, where too much work
 * waits. `body` is its JSON; undefined for none.
 */
export function performAdmitted(runtime: Runtime, checked: CheckedRequest, body: unknown): Promise<Reply> {
  const { admission } = runtime;
  const perform = () => performOnce(runtime, checked, body);
  if (!admission) return perform();
  const { request, endpoint, callerKey: caller, inputs } = checked;
  const { signal, deadline = Date.now() + REQUEST_TIMEOUT_MS } = request;
  const variant = inputs.page?.style ?? 'UNPAGED';
  const cost = REQUEST_COST + endpoint.costOf(variant, inputs.variables);
  const fields = endpoint.mutatedFields(variant);
  const write = fields && { fields, isTransaction: inputs.idempotencyKey !== undefined };
  return admission.run({ cost, caller, deadline, signal, write }, perform);
}
