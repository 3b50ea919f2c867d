import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { HeaderPlan } from '../../plan/HeaderPlan.ts';
import { leafSchema } from './leafSchema.ts';
import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';

/** The Header Objects of the `@header` of an endpoint, by name; undefined where it has none. */
export function describeHeaders({ headers }: EndpointPlan, context: SchemaContext): Schema | undefined {
  return headers && Object.fromEntries(headers.map((header) => [canonical(header.name), describe(header, context)]));
}

function describe({ name, type, required, description }: HeaderPlan, context: SchemaContext): Schema {
  const known = KNOWN[name.toLowerCase()];
  return {
    description: description ?? known ?? 'A value of the response.',
    ...(required && { required: true }),
    schema: known === undefined ? leafSchema(type, context) : { type: 'string' },
  };
}

/** Headers whose text is not the value itself. */
const KNOWN: Readonly<Record<string, string>> = {
  etag: 'The strong entity tag of the representation (RFC 9110).',
  'last-modified': 'The date of the last change (RFC 9110).',
};

/** The one name that other responses have as well, in their spelling. */
function canonical(name: string): string {
  return name.toLowerCase() === 'etag' ? 'ETag' : name;
}
