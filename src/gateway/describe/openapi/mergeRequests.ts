import type { Schema } from './Schema.ts';
import type { DescribedOperation } from './describeOperations.ts';

/** The body of an operation of several versions: where they differ, that of any of them. */
export function mergeBodies(versions: readonly Pick<DescribedOperation, 'body'>[]): DescribedOperation['body'] {
  const bodies = versions.flatMap(({ body }) => body ?? []);
  const schemas = distinct(bodies.map(({ schema }) => schema));
  if (schemas.length === 0) return undefined;
  const required = bodies.every((body) => body.required);
  const types = [...new Set(bodies.flatMap((body) => body.types))];
  return {
    required,
    schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
    types,
  };
}

/** The parameters of any version; one that only some of them have is required by none. */
export function mergeParameters(versions: readonly Pick<DescribedOperation, 'parameters'>[]): Schema[] {
  const byName = new Map<string, Schema[]>();
  for (const parameter of versions.flatMap(({ parameters }) => parameters)) {
    const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
    byName.set(key, [...(byName.get(key) ?? []), parameter]);
  }
  return [...byName.values()].map((same) => {
    const required = same.length === versions.length && same.every((parameter) => parameter['required'] === true);
    const schemas = distinct(same.map(({ schema }) => schema as Schema));
    return { ...same[0]!, required, ...(schemas.length > 1 && { schema: { anyOf: schemas } }) };
  });
}

function distinct(schemas: readonly Schema[]): readonly Schema[] {
  if (schemas.length < 2) return schemas;
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
