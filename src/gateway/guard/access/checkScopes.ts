import { ServiceError } from '../../base/errors/ServiceError.ts';
import { type Challenge, renderChallenge } from '../../http/credentials.ts';
import type { Caller } from './Caller.ts';
import type { Condition, Requirements } from './collectRequirements.ts';
import type { ScopeAlternatives } from './requiredAccess.ts';

/**
 * Throws FORBIDDEN, with the missing scopes, unless the caller may run the operation, and UNAUTHENTICATED where it needs a caller
 * and there is none. See RFC 6750, section 3.1.
 */
export function checkScopes(
  requirements: Requirements,
  caller: Caller | null,
  variables: Readonly<Record<string, unknown>>,
): void {
  refuseScopes(findMissingScopes(requirements, caller?.scopes ?? null, variables), caller);
}

/** Throws FORBIDDEN, or UNAUTHENTICATED without a caller, if any requirement is missing. */
export function refuseScopes(requirements: readonly ScopeAlternatives[], caller: Caller | null): void {
  if (requirements.length === 0) return;
  if (!caller) throw unauthenticatedError();
  const { scopes } = caller;
  const missing = requirements.map((alternatives) =>
    alternatives.map((alternative) => alternative.filter((scope) => !scopes.has(scope))),
  );
  // A challenge has no "or": it lists the first alternative.
  const first = new Set(missing.flatMap(([alternative = []]) => alternative));
  const challenge = renderChallenge({ error: 'insufficient_scope', scope: [...first].join(' ') });
  throw new ServiceError('FORBIDDEN', messageOf([...new Set(missing.flatMap(describe))]), {
    headers: { 'www-authenticate': challenge },
  });
}

/** The error of a request that needs a caller. Without credentials in it, its challenge has no error: RFC 6750, section 3.1. */
export function unauthenticatedError(
  challenge: Challenge = {},
  message = 'Valid credentials are required in the Authorization header.',
): ServiceError {
  return new ServiceError('UNAUTHENTICATED', message, { headers: { 'www-authenticate': renderChallenge(challenge) } });
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * The requirements that these scopes do not meet, under these variables; empty if the operation is allowed. Without a caller,
 * `scopes` is null, and no requirement is met.
 */
export function findMissingScopes(
  requirements: Requirements,
  scopes: ReadonlySet<string> | null,
  variables: Variables,
): ScopeAlternatives[] {
  const missing = new Set<ScopeAlternatives>();
  // The set grows during the iteration, and contains a fragment once however often it is spread.
  const reached = new Set([requirements]);
  for (const { always, parts } of reached) {
    for (const alternatives of always) {
      if (!scopes || !alternatives.some((all) => all.every((scope) => scopes.has(scope)))) missing.add(alternatives);
    }
    for (const part of parts) {
      if (part.conditions.every((condition) => holds(condition, variables))) reached.add(part.requirements);
    }
  }
  return [...missing];
}

function messageOf(required: readonly string[]): string {
  const [only, ...others] = required;
  return others.length === 0 ? `The scope ${only} is required.` : `The scopes ${required.join(' and ')} are required.`;
}

/** The scopes of a single alternative one by one, several alternatives as one choice. */
function describe(alternatives: ScopeAlternatives): string[] {
  const quoted = alternatives.map((alternative) => alternative.map((scope) => `"${scope}"`));
  const [only, ...others] = quoted;
  return only && others.length === 0 ? only : [quoted.map((scopes) => scopes.join(' and ')).join(' or ')];
}

/** Whether a part that depends on this condition is in the operation. */
export function holds({ variable, leftOutWhen, defaultValue }: Condition, variables: Variables): boolean {
  const given = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
  return (given === undefined ? defaultValue : given) !== leftOutWhen;
}
