/** Alternatives, each a list of requirements that hold together, as in the `security` of OpenAPI. */
export type SecurityAlternatives = readonly (readonly string[])[];

/** Whether a caller that was authorized before is not any more: an alternative that was sufficient no longer is. */
export function narrowsAccess(before: SecurityAlternatives, after: SecurityAlternatives): boolean {
  return before.some((one) => !after.some((other) => other.every((requirement) => one.includes(requirement))));
}

/** The alternatives that meet several requirements, each of which has alternatives of its own. */
export function combineAlternatives(requirements: readonly SecurityAlternatives[]): SecurityAlternatives {
  return requirements.reduce<SecurityAlternatives>(
    (combined, alternatives) => combined.flatMap((one) => alternatives.map((other) => [...one, ...other])),
    [[]],
  );
}

/** Alternatives for people: `a` and `b`, or `c`. */
export function formatAlternatives(alternatives: SecurityAlternatives): string {
  const each = alternatives.map((all) => [...new Set(all)].map((one) => `\`${one}\``).join(' and ') || 'nothing');
  return [...new Set(each)].join(', or ');
}
