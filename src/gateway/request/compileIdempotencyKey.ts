import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { parseIdempotencyKey } from '../protocol/parseIdempotencyKey.ts';
import { InputPath } from './InputPath.ts';

/** The place of the key in problems. */
export const IDEMPOTENCY_KEY = InputPath.header('Idempotency-Key');

/** Returns the key of a request, undefined for none; adds a problem where it is not valid, or missing though required. */
export type ReadIdempotencyKey = (headers: IncomingHttpHeaders, problems: ProblemCollector) => string | undefined;

/** Compiles the reading of Idempotency-Key; undefined where the endpoint ignores it. */
export function compileIdempotencyKey({ idempotencyKey }: EndpointPlan): ReadIdempotencyKey | undefined {
  if (idempotencyKey === undefined) return undefined;
  return ({ 'idempotency-key': header }, problems) => {
    if (header === undefined) {
      if (idempotencyKey === 'REQUIRED') problems.add(IDEMPOTENCY_KEY, 'is required', 'required');
      return undefined;
    }
    const parsed = parseIdempotencyKey(String(header));
    if (parsed.kind === 'key') return parsed.key;
    const message =
      parsed.kind === 'several'
        ? 'must be given only once; a key with a comma must be in double quotes'
        : 'must be 1 to 255 visible ASCII characters, in double quotes or without';
    problems.add(IDEMPOTENCY_KEY, message, 'pattern');
    return undefined;
  };
}
