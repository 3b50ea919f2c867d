import type { Presence } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { CompileContext } from './CompileContext.ts';

/**
 * Compiles whether requests have an Idempotency-Key: as the document says, else, for mutations by POST that know their caller,
 * as the conventions do. A key belongs to a caller.
 */
export function compileIdempotencyKey(
  { operation, endpoint }: EndpointDocument,
  auth: Presence,
  parameters: readonly ParameterPlan[],
  { conventions, report }: CompileContext,
): Pick<EndpointPlan, 'idempotencyKey'> {
  const isRetried = endpoint.method === 'POST' && operation.operation === 'mutation' && auth !== 'NONE';
  const presence = endpoint.idempotencyKey ?? (isRetried ? conventions.idempotencyKey : 'NONE');
  if (presence === 'NONE') return {};
  const refuse = (message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', 'idempotencyKey'), message, hint);
  if (auth === 'NONE') {
    refuse('idempotencyKey needs a caller, to whom the keys belong, but auth is NONE.', 'Remove it, or change auth.');
  }
  if (parameters.some(({ name, source }) => source === 'header' && name.toLowerCase() === 'idempotency-key')) {
    refuse('Idempotency-Key is a parameter already.', 'Remove the parameter, or set idempotencyKey: NONE.');
  }
  return { idempotencyKey: presence };
}
