import type { Caller } from '../access/Caller.ts';
import { IDEMPOTENCY_KEY } from '../request/compileIdempotencyKey.ts';
import type { Inputs } from '../request/compileReader.ts';
import { InputPath } from '../request/InputPath.ts';
import { TOO_DEEP, isTooDeep } from '../request/maxDepth.ts';
import type { Runtime } from './Runtime.ts';

/** A request with its caller and its JSON, undefined for none, once its inputs are read. */
interface ReadRequest {
  inputs: Inputs;
  caller: Caller | null;
  body: unknown;
}

/**
 * Adds a problem where a key cannot be honoured: nothing keeps it, it would belong to nobody, or the body has too many levels for a
 * fingerprint, which the properties that are ignored are a part of.
 */
export function checkKey({ inputs, caller, body }: ReadRequest, { runOnce, keysWithoutCaller }: Runtime): void {
  const { idempotencyKey, problems } = inputs;
  if (idempotencyKey === undefined) return;
  if (!runOnce) problems.add(IDEMPOTENCY_KEY, 'is not supported: this server keeps no keys');
  else if (!caller?.subject && !keysWithoutCaller)
    problems.add(IDEMPOTENCY_KEY, 'requires a caller with a subject, to whom it belongs');
  else if (problems.problems.length === 0 && isTooDeep(body)) problems.add(InputPath.body, TOO_DEEP);
}
