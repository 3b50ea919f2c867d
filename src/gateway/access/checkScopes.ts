import { ServiceError } from '../errors/ServiceError.ts';
import type { Caller } from './Caller.ts';
import { type Requirements } from './compileRequirements.ts';
import { findMissingScopes } from './findMissingScopes.ts';
import type { ScopeAlternatives } from './requiredScopes.ts';

/** Throws FORBIDDEN, naming what is missing, unless the caller may run the operation. See RFC 6750 section 3.1. */
export function checkScopes(
  requirements: Requirements,
  { scopes }: Caller,
  variables: Readonly<Record<string, unknown>>,
): void {
  const missing = findMissingScopes(requirements, scopes, variables).map((alternatives) =>
    alternatives.map((alternative) => alternative.filter((scope) => !scopes.has(scope))),
  );
  if (missing.length === 0) return;
  // The first alternative is what the header asks for: it has no way to say "or".
  const asked = [...new Set(missing.flatMap(([first = []]) => first))];
  throw new ServiceError('FORBIDDEN', messageOf([...new Set(missing.flatMap(phrases))]), {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${asked.join(' ')}"` },
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
