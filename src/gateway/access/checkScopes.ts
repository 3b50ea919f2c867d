import { ServiceError } from '../errors/ServiceError.ts';
import type { Caller } from './Caller.ts';
import { type Requirements } from './compileRequirements.ts';
import { findMissingScopes } from './findMissingScopes.ts';
import type { ScopeAlternatives } from './requiredScopes.ts';

/** Throws FORBIDDEN, naming the missing scopes, unless the caller may run the operation. See RFC 6750 section 3.1. */
export function checkScopes(
  requirements: Requirements,
  caller: Caller,
  variables: Readonly<Record<string, unknown>>,
): void {
  refuseScopes(findMissingScopes(requirements, caller.scopes, variables), caller);
}

/** Throws FORBIDDEN if any requirement is missing. */
export function refuseScopes(requirements: readonly ScopeAlternatives[], { scopes }: Caller): void {
  if (requirements.length === 0) return;
  const missing = requirements.map((alternatives) =>
    alternatives.map((alternative) => alternative.filter((scope) => !scopes.has(scope))),
  );
  // The header names the first alternative: it has no way to say "or".
  const required = [...new Set(missing.flatMap(([first = []]) => first))];
  throw new ServiceError('FORBIDDEN', messageOf([...new Set(missing.flatMap(phrases))]), {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required.join(' ')}"` },
  });
}

function messageOf(needs: readonly string[]): string {
  const [only, ...others] = needs;
  return others.length === 0 ? `The scope ${only} is needed.` : `The scopes ${needs.join(' and ')} are needed.`;
}

/** The scopes of an only alternative each for itself, several alternatives as one choice. */
function phrases(alternatives: ScopeAlternatives): string[] {
  const quoted = alternatives.map((alternative) => alternative.map((scope) => `"${scope}"`));
  const [only, ...others] = quoted;
  return only && others.length === 0 ? only : [quoted.map((scopes) => scopes.join(' and ')).join(' or ')];
}
