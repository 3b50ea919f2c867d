/** The part of JSON Schema that describes conventions. */
export interface JsonSchema {
  description?: string;
  type?: string;
  enum?: readonly string[];
  const?: string | number;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The schema of the value at a path; undefined where that is not described. */
export function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema;
  for (const step of path) {
    const holder: JsonSchema | undefined = found.anyOf?.find(({ type }) => type === 'object') ?? found;
    const others: JsonSchema | boolean | undefined = holder.additionalProperties;
    found = holder.properties?.[step] ?? holder.items ?? (typeof others === 'object' ? others : undefined);
    if (!found) return undefined;
  }
  return found;
}

/** What a schema allows, to follow "must be": `"schema" or "snake_case"`, `an integer of at least 1`. */
export function expectedValue(schema: JsonSchema): string {
  return joinWithOr(alternatives(schema));
}

/** Every value that the schema lists, or a description of those that it does not. */
function alternatives(schema: JsonSchema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  return [describeType(schema)];
}

function describeType({ description, type, items, minItems = 0, minLength = 0, ...bounds }: JsonSchema): string {
  if (description !== undefined) return description;
  if (type === 'integer' || type === 'number') return describeNumber(type, bounds);
  if (type === 'string') return minLength > 0 ? 'a non-empty string' : 'a string';
  if (type === 'array')
    return `a list of ${minItems > 0 ? 'at least one of ' : ''}${items ? expectedValue(items) : ''}`;
  return type === 'null' ? 'null' : 'an object';
}

function describeNumber(type: 'integer' | 'number', { minimum, maximum }: JsonSchema): string {
  const noun = type === 'integer' ? 'an integer' : 'a number';
  // Zod writes the bounds of safe integers where there are none.
  const hasMinimum = minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER;
  const hasMaximum = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  if (hasMinimum && hasMaximum) return `${noun} from ${minimum} to ${maximum}`;
  return hasMinimum ? `${noun} of at least ${minimum}` : noun;
}

function joinWithOr(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
