import type { ExecutionRequest } from './execution/Execute.ts';
import type { PorticoExchange } from './PorticoOptions.ts';

/** A request as resolvers see it. The caller is undefined where nothing authenticates. */
export function createExchange(
  { caller, requestId, signal }: Pick<ExecutionRequest, 'caller' | 'requestId' | 'signal'>,
  authenticates: boolean,
): PorticoExchange {
  const exposed = authenticates ? caller && { subject: caller.subject, scopes: [...caller.scopes] } : undefined;
  return { caller: exposed, requestId, signal };
}
