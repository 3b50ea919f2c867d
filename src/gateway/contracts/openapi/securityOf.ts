import type { Schema } from '../../describe/openapi/Schema.ts';
import { type SecurityAlternatives, combineAlternatives } from '../SecurityAlternatives.ts';
import { type OpenApiReader, asObject } from './OpenApiReader.ts';

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

/** The scopes that an operation always requires: each entry of `x-scopes` has alternatives. Other tools may mean something else by it. */
export function scopesOf({ 'x-scopes': requirements }: Schema): SecurityAlternatives {
  const all = Array.isArray(requirements) ? requirements.filter((each) => Array.isArray(each)) : [];
  return combineAlternatives(all.map((alternatives) => alternatives.map((scopes) => String(scopes).split(' '))));
}
