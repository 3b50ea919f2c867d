import type { Schema } from '../openapi/Schema.ts';
import { type OpenApiReader, asObject } from './openapi/OpenApiReader.ts';

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

/** The `security` of an operation. A requirement is a scheme as it is on the wire, whatever its name, or a scope of it. */
export function securityOf({ security }: Schema, reader: OpenApiReader): SecurityAlternatives {
  const alternatives = Array.isArray(security) && security.length > 0 ? security : [{}];
  const schemes = asObject(asObject(reader.document['components'])['securitySchemes']);
  return alternatives.map((alternative) =>
    Object.entries(asObject(alternative)).flatMap(([name, scopes]) => {
      const { type, scheme, in: where, name: key } = reader.resolve(schemes[name]);
      const kind = [type, scheme, where, key].filter(Boolean).join(' ');
      return [kind, ...(Array.isArray(scopes) ? scopes.map((scope) => `${kind}: ${String(scope)}`) : [])];
    }),
  );
}

/** The scopes that an operation always requires: each entry of `x-scopes` has alternatives. */
export function scopesOf({ 'x-scopes': requirements = [] }: Schema): SecurityAlternatives {
  const all = requirements as readonly (readonly string[])[];
  return combineAlternatives(all.map((alternatives) => alternatives.map((scopes) => scopes.split(' '))));
}
