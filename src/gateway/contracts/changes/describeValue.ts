import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import type { SchemaVariant } from '../openapi/SchemaVariant.ts';

/** The values that a schema allows, in a few words for people: `string of 1 to 200 characters, or null`. */
export function describeValue(schema: unknown, reader: OpenApiReader): string {
  const variants = reader.variantsOf(schema);
  const values = variants.filter(({ type }) => type !== 'null').map((variant) => describeVariant(variant, reader));
  const all = [...new Set(values), ...(values.length < variants.length ? ['null'] : [])];
  return all.join(', or ') || 'any value';
}

function describeVariant({ type, schema, component }: SchemaVariant, reader: OpenApiReader): string {
  const { enum: listed, format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (Array.isArray(listed)) return `one of ${listed.map((each) => `\`${String(each)}\``).join(', ')}`;
  if (component !== undefined) return `\`${component}\``;
  const matching = pattern === undefined ? '' : ` matching \`${String(pattern)}\``;
  switch (type) {
    case 'string':
      return `string${format === undefined ? '' : ` (${String(format)})`}${range(minLength, maxLength, ' of', ' characters')}${matching}`;
    case 'array':
      return `list${range(minItems, maxItems, ' of', ' items')}, each ${describeValue(asObject(schema)['items'], reader)}`;
    case 'integer':
    case 'number':
      return `${type}${range(minimum, maximum, '', '')}`;
    default:
      return type ?? 'any value';
  }
}

function range(from: unknown, to: unknown, before: string, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `${before} at least ${String(from)}${unit}`;
  if (from === undefined) return `${before} at most ${String(to)}${unit}`;
  return `${before || ' from'} ${String(from)} to ${String(to)}${unit}`;
}
