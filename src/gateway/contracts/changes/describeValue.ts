import type { Form } from '../openapi/Form.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';

/** What a schema allows, in a few words for people: `text of 1 to 200 characters, or null`. */
export function describeValue(schema: unknown, reader: OpenApiReader): string {
  const forms = reader.formsOf(schema);
  const values = forms.filter(({ type }) => type !== 'null').map((form) => describeForm(form, reader));
  const all = [...new Set(values), ...(values.length < forms.length ? ['null'] : [])];
  return all.join(', or ') || 'anything';
}

function describeForm({ type, schema, shape }: Form, reader: OpenApiReader): string {
  const { enum: listed, format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (Array.isArray(listed)) return `one of ${listed.map((each) => `\`${String(each)}\``).join(', ')}`;
  if (shape !== undefined) return `\`${shape}\``;
  const such = pattern === undefined ? '' : ` matching \`${String(pattern)}\``;
  switch (type) {
    case 'string':
      return `text${format === undefined ? '' : ` (${String(format)})`}${range(minLength, maxLength, ' of', ' characters')}${such}`;
    case 'array':
      return `list${range(minItems, maxItems, ' of', ' items')}, each ${describeValue(asObject(schema)['items'], reader)}`;
    case 'integer':
    case 'number':
      return `${type}${range(minimum, maximum, '', '')}`;
    default:
      return type ?? 'anything';
  }
}

function range(from: unknown, to: unknown, before: string, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `${before} at least ${String(from)}${unit}`;
  if (from === undefined) return `${before} at most ${String(to)}${unit}`;
  return `${before || ' from'} ${String(from)} to ${String(to)}${unit}`;
}
