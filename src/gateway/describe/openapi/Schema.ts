import { writeJson } from '../../http/losslessJson.ts';

/** A JSON Schema of the 2020-12 dialect, which is that of OpenAPI 3.1, or any other node of an OpenAPI document. */
export type Schema = { readonly [key: string]: unknown };

/** Schemas by the names of their components. */
export type Components = Map<string, Schema>;

/** A reference to a component. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The keywords that allow every value. See JSON Schema 2020-12 Validation, sections 7 and 9. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'format',
  'default',
  'examples',
  'deprecated',
]);

/** What a schema or a parameter says of an element; `deprecated` is the reason. */
export function annotate({ description, deprecated }: Annotated): Schema {
  const text = [description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join('\n\n');
  return { ...(text !== '' && { description: text }), ...(deprecated !== undefined && { deprecated: true }) };
}

interface Annotated {
  description?: string | undefined;
  deprecated?: string | undefined;
}

/** The same schema, with null allowed. */
export function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if ([type].flat().includes('null')) return schema;
  if (Object.keys(schema).every((key) => ANNOTATIONS.has(key))) return schema;
  if (typeof type !== 'string' || Object.hasOwn(schema, 'const')) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/** The schema of what one of the schemas allows, of which there is at least one. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const distinct = [...new Map(schemas.map((schema) => [writeJson(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
}

/** The `content` of a body in some media types. See OpenAPI 3.1, section 4.8.14. */
export function contentOf(types: readonly string[], schema: Schema): Schema {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** The keywords whose values are data: a `$ref` in them is no reference. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Every reference in a node of an OpenAPI document. */
export function referencesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else if (key === 'properties') for (const each of Object.values(value as object)) referencesOf(each, found);
    else if (!DATA.has(key)) referencesOf(value, found);
  }
  return found;
}
