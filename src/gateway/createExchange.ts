import type { Caller } from './access/Caller.ts';
import type { ExecutionRequest } from './execution/Execute.ts';
import { toAbortSignal } from './protocol/AbortSignalLike.ts';
import type { PorticoCaller, PorticoExchange } from './PorticoOptions.ts';

/** A request as resolvers see it. The caller is undefined where nothing authenticates. */
export function createExchange(
  { caller, requestId, signal }: Pick<ExecutionRequest, 'caller' | 'requestId' | 'signal'>,
  authenticates: boolean,
): PorticoExchange {
  return { caller: authenticates ? caller && expose(caller) : undefined, requestId, signal: toAbortSignal(signal) };
}

function expose({ subject, scopes, claims }: Caller): Required<PorticoCaller> {
  return { subject, scopes: [...scopes], claims };
}
