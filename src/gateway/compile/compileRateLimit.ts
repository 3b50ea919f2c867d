import { type RateLimit, parseRateLimit } from '../config/RateLimit.ts';
import type { Conventions } from '../conventions/Conventions.ts';

/** The limit that the conventions set for an operation; undefined without one. */
export function compileRateLimit(operation: string, { rateLimit }: Conventions): RateLimit | undefined {
  return Object.hasOwn(rateLimit, operation) ? parseRateLimit(rateLimit[operation]!) : undefined;
}
