import type { Caller } from '../access/Caller.ts';
import { IDEMPOTENCY_KEY } from '../request/compileIdempotencyKey.ts';
import type { Inputs } from '../request/compileReader.ts';
import type { Runtime } from './Runtime.ts';

/** Adds a problem where a key cannot be honoured: nothing keeps it, or it would belong to nobody. */
export function checkKey(
  { idempotencyKey, problems }: Inputs,
  caller: Caller | null,
  { runOnce, keysWithoutCaller }: Runtime,
): void {
  if (idempotencyKey === undefined) return;
  if (!runOnce) problems.add(IDEMPOTENCY_KEY, 'is not supported: this server keeps no keys');
  else if (!caller?.subject && !keysWithoutCaller)
    problems.add(IDEMPOTENCY_KEY, 'requires a caller with a subject, to whom it belongs');
}
