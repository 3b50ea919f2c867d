import type { DescribedInput } from '../describe/explain/describeInputs.ts';
import type { Components, Schema } from '../describe/openapi/Schema.ts';

/** The rows of an input in a table: name, location, variables and values; below it a row for each nested property. */
export function inputRows(input: DescribedInput, components: Components): string[][] {
  const { name, required, schema, variables, ignored, values = {} } = input;
  const typed = Object.entries(variables).map(([variable, type]) => `$${variable}: ${type}`);
  return [
    [
      name || 'the whole body',
      input.in,
      typed.join(', '),
      ignored ? 'ignored' : describeValues(schema, required, { components, hasRows: input.values !== undefined }),
    ],
    ...Object.entries(values).map(([text, value]) => [
      '',
      '',
      '',
      `${JSON.stringify(text)} is ${JSON.stringify(value)}`,
    ]),
    ...nestedRows(name, schema, components),
  ];
}

/** Types that refer to each other have more nested properties than anybody reads. */
const MAX_PROPERTIES = 100;

/** The rows of nested properties, as many as are shown. */
function nestedRows(name: string, schema: Schema, components: Components): string[][] {
  const rows: string[][] = [];
  for (const row of propertyRows(name, schema, components)) {
    if (rows.length === MAX_PROPERTIES) return [...rows, ['…', '', '', 'more properties, in the OpenAPI document']];
    rows.push(row);
  }
  return rows;
}

/** Properties of an object, or of the items of a list; a recursive type is listed once. */
function* propertyRows(
  name: string,
  schema: Schema,
  components: Components,
  above: readonly Schema[] = [],
): Generator<string[]> {
  const resolved = resolve(schema, components);
  if (above.includes(resolved)) return;
  const below = [...above, resolved];
  if (resolved['items']) return yield* propertyRows(`${name}[]`, resolved['items'] as Schema, components, below);
  const required = (resolved['required'] ?? []) as readonly string[];
  for (const [key, property] of Object.entries((resolved['properties'] ?? {}) as Readonly<Record<string, Schema>>)) {
    const nested = name === '' ? key : `${name}.${key}`;
    yield [nested, '', '', describeValues(property, required.includes(key), { components })];
    yield* propertyRows(nested, property, components, below);
  }
}

/** How values are described: `hasRows` where each text has a row of its own. */
interface ValueContext {
  components: Components;
  hasRows?: boolean;
}

/** The values that a schema allows, in a few words: `required, integer, 1 to 100`. */
function describeValues(schema: Schema, required: boolean, { components, hasRows = false }: ValueContext): string {
  const resolved = resolve(schema, components);
  const { format, pattern } = resolved;
  const words = [
    required && 'required',
    typeOf(schema, { components, hasRows }),
    range(resolved['minimum'], resolved['maximum'], ''),
    range(resolved['minLength'], resolved['maxLength'], ' characters'),
    range(resolved['minItems'], resolved['maxItems'], ' items'),
    // The formats of numbers say nothing that their bounds do not.
    typeof format === 'string' && !/^(?:int|double)/.test(format) && format,
    pattern !== undefined && `matching ${String(pattern)}`,
    schema['default'] !== undefined && `${JSON.stringify(schema['default'])} by default`,
  ];
  return words.filter(Boolean).join(', ');
}

function typeOf(schema: Schema, { components, hasRows }: ValueContext): string {
  const resolved = resolve(schema, components);
  if (resolved['const'] !== undefined) return 'flag';
  const values = resolved['enum'] as readonly unknown[] | undefined;
  const type = resolved['type'] ?? 'any type';
  const types = values?.map((value) => JSON.stringify(value)) ?? (Array.isArray(type) ? (type as unknown[]) : [type]);
  const items = resolved['items'] as Schema | undefined;
  const others = ((schema['anyOf'] ?? []) as readonly Schema[]).slice(1);
  return [
    ...(hasRows ? ['one of these texts'] : types.map((each) => (each === 'array' && items ? listOf(items) : each))),
    ...others.map((each) => (each['const'] === undefined ? 'null' : JSON.stringify(each['const']))),
  ].join(' or ');

  function listOf(item: Schema): string {
    return `array of ${typeOf(item, { components })}`;
  }
}

function range(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (min === 1 && max === undefined && unit !== '') return 'not empty';
  if (max === undefined) return `at least ${String(min)}${unit}`;
  return min === undefined ? `at most ${String(max)}${unit}` : `${String(min)} to ${String(max)}${unit}`;
}

/** A schema without its reference, and without the null or the text for null beside it. */
function resolve(schema: Schema, components: Components): Schema {
  const [first] = (schema['anyOf'] ?? [schema]) as readonly [Schema];
  const name = /^#\/components\/schemas\/(.*)$/.exec(String(first['$ref']))?.[1];
  return name === undefined ? first : components.get(name)!;
}
