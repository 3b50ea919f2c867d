/** A JSON Schema of the 2020-12 dialect, which is that of OpenAPI 3.1, or any other node of an OpenAPI document. */
export type Schema = { readonly [key: string]: unknown };

/** Named schemas, gathered while they are referred to. */
export type Components = Map<string, Schema>;

/** A reference to a named schema. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The same schema, with null allowed. */
export function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (Array.isArray(type) && type.includes('null')) return schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/**
 * A reference to the component of this name, which is made where there is none. The schema itself where there is another:
 * a shape has more types under a union than by itself, and a document may have a fragment of its own in it.
 */
export function shareAs(name: string, schema: Schema, components: Components): Schema {
  const known = components.get(name);
  if (!known) components.set(name, schema);
  return !known || sameButForDescription(known, schema) ? ref(name) : schema;
}

/** A shape of an interface is described as the type that it is found on first. */
function sameButForDescription(one: Schema, other: Schema): boolean {
  const text = (schema: Schema) => JSON.stringify({ ...schema, description: undefined });
  return text(one) === text(other);
}
