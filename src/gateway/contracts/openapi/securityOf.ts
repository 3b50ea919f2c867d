import type { Schema } from '../../describe/openapi/Schema.ts';
import { type OpenApiReader, asObject } from './OpenApiReader.ts';
import { type Ways, waysThrough } from '../ways.ts';

/** How an operation can be called. A part is a scheme as it works on the wire, whatever its name, or a scope of it. */
export function securityOf({ security }: Schema, reader: OpenApiReader): Ways {
  const ways = Array.isArray(security) && security.length > 0 ? security : [{}];
  const schemes = asObject(asObject(reader.document['components'])['securitySchemes']);
  return ways.map((way) =>
    Object.entries(asObject(way)).flatMap(([name, scopes]) => {
      const { type, scheme, in: where, name: key } = reader.resolve(schemes[name]);
      const kind = [type, scheme, where, key].filter(Boolean).join(' ');
      return [kind, ...(Array.isArray(scopes) ? scopes.map((scope) => `${kind}: ${String(scope)}`) : [])];
    }),
  );
}

/** The scopes that an operation always needs: each entry of `x-scopes` is met by any of its alternatives. */
export function scopesOf({ 'x-scopes': needs }: Schema): Ways {
  const all = Array.isArray(needs) ? (needs as string[][]) : [];
  return waysThrough(all.map((alternatives) => alternatives.map((scopes) => scopes.split(' '))));
}
