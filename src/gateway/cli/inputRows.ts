import type { Components, Schema } from '../describe/openapi/Schema.ts';
import type { DescribedInput } from '../describe/explain/describeInputs.ts';

/** An input as rows of a table, name, place, variables and what it takes; below it a row for each property inside of it. */
export function inputRows(input: DescribedInput, components: Components): string[][] {
  const { name, required, schema, variables } = input;
  const fills = Object.entries(variables).map(([variable, type]) => `$${variable}: ${type}`);
  const shown = name || 'the whole body';
  return [
    [shown, input.in, fills.join(', '), takes(schema, required, components)],
    ...propertyRows(name, schema, components, []),
  ];
}

/** Properties of an object, or of the items of a list; a type that holds itself is shown once. */
function propertyRows(name: string, schema: Schema, components: Components, above: readonly unknown[]): string[][] {
  const plain = resolve(schema, components);
  if (above.includes(plain)) return [];
  const below = [...above, plain];
  if (plain['items']) return propertyRows(`${name}[]`, plain['items'] as Schema, components, below);
  const required = (plain['required'] ?? []) as readonly string[];
  return Object.entries((plain['properties'] ?? {}) as Readonly<Record<string, Schema>>).flatMap(([key, property]) => {
    const inside = name === '' ? key : `${name}.${key}`;
    return [
      [inside, '', '', takes(property, required.includes(key), components)],
      ...propertyRows(inside, property, components, below),
    ];
  });
}

/** What a schema allows, in a few words: `required, integer, 1 to 100`. */
function takes(schema: Schema, required: boolean, components: Components): string {
  const plain = resolve(schema, components);
  const values = plain['enum'] as readonly unknown[] | undefined;
  const { format, pattern } = plain;
  const words = [
    required && 'required',
    values ? values.map((value) => JSON.stringify(value)).join(' or ') : typeOf(schema, plain),
    range(plain['minimum'], plain['maximum'], ''),
    range(plain['minLength'], plain['maxLength'], ' characters'),
    range(plain['minItems'], plain['maxItems'], ' items'),
    // The formats of numbers say nothing that their bounds do not.
    typeof format === 'string' && !/^(?:int|double)/.test(format) && format,
    pattern !== undefined && `matching ${String(pattern)}`,
    schema['default'] !== undefined && `${JSON.stringify(schema['default'])} by default`,
  ];
  return words.filter(Boolean).join(', ');
}

function typeOf(schema: Schema, plain: Schema): string {
  if (plain['const'] !== undefined) return 'turns it on';
  const type = plain['type'] ?? 'anything';
  const types = [...(Array.isArray(type) ? (type as unknown[]) : [type]), ...(schema['anyOf'] ? ['null'] : [])];
  return types.join(' or ');
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === 1 && most === undefined && unit !== '') return 'not empty';
  if (most === undefined) return `at least ${String(least)}${unit}`;
  return least === undefined ? `at most ${String(most)}${unit}` : `${String(least)} to ${String(most)}${unit}`;
}

/** A schema without its reference, and without the null that it allows. */
function resolve(schema: Schema, components: Components): Schema {
  const [one] = (schema['anyOf'] ?? [schema]) as readonly [Schema];
  const name = /^#\/components\/schemas\/(.*)$/.exec(String(one['$ref']))?.[1];
  return name === undefined ? one : components.get(name)!;
}
