import type { Template } from '../../../conventions/Conventions.ts';
import { parseText, placeholdersOf } from '../../../conventions/template.ts';
import type { LeafShape, TemplatePartPlan, TemplateShape } from '../../../plan/Shape.ts';
import { typeName } from '../../../plan/TypeTable.ts';
import { encodePath } from '../../../protocol/urls.ts';
import type { Schema } from '../Schema.ts';
import { type SchemaContext, urlSchema } from './SchemaRegistry.ts';
import { leafSchema, outputLeafSchema } from './leafSchema.ts';

/** The schema of the JSON of a `@template`, without null: what has no placeholder is a constant. */
export function templateSchema({ value, of, parts }: TemplateShape, context: SchemaContext): Schema {
  const schemaOf = (each: unknown): Schema => {
    if (typeof each === 'string') return textSchema(each, of, parts, context);
    if (Array.isArray(each)) {
      const [first, ...others] = [...new Map(each.map(schemaOf).map((item) => [JSON.stringify(item), item])).values()];
      return { type: 'array', ...(first && { items: others.length === 0 ? first : { anyOf: [first, ...others] } }) };
    }
    if (typeof each !== 'object' || each === null) return { type: each === null ? 'null' : typeof each, const: each };
    const properties = Object.entries(each);
    const required = properties.flatMap(([key, item]) => (isOptional(item) ? [] : [key]));
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(properties.map(([key, item]) => [key, schemaOf(item)])),
    };
  };
  return schemaOf(value);
}

/**
 * The schema of a body in the template of the conventions, whose `{body}` has the schema of the body itself, and `{self}` that of
 * URLs.
 */
export function bodyTemplateSchema(template: Template, body: Schema, url: Schema): Schema {
  if (template === '{body}') return body;
  const [first, second] = typeof template === 'string' ? parseText(template) : [];
  if (typeof first === 'object' && !second) return { ...url, description: 'The URL of the request.' };
  if (typeof template === 'string' && placeholdersOf(template).length > 0) return { type: 'string' };
  if (typeof template !== 'object' || template === null) return { const: template };
  if (Array.isArray(template)) {
    const prefixItems = template.map((each) => bodyTemplateSchema(each, body, url));
    // There are no further items; linters require the keyword all the same.
    return { type: 'array', prefixItems, items: {}, minItems: template.length, maxItems: template.length };
  }
  const properties = Object.entries(template).map(([key, each]) => [key, bodyTemplateSchema(each, body, url)]);
  return {
    type: 'object',
    required: Object.keys(template),
    properties: Object.fromEntries(properties) as Schema,
  };
}

function textSchema(text: string, own: LeafShape, parts: readonly TemplatePartPlan[], context: SchemaContext): Schema {
  if (text.startsWith('/')) {
    return { ...urlSchema(context), pattern: `${patternOf(text, encodePath, '[^/?#]*')}$` };
  }
  const [only, second] = parseText(text);
  if (only === undefined || (typeof only === 'string' && !second)) return { type: 'string', const: text };
  if (second !== undefined || typeof only === 'string') {
    return { type: 'string', pattern: `^${patternOf(text, (literal) => literal, '[\\s\\S]*')}$` };
  }
  if (only.isText) return { type: 'string' };
  if (only.name === '') return outputLeafSchema(own, context);
  const part = parts.find(({ name }) => name === only.name)!;
  if ('parameter' in part) return leafSchema(typeName(part.parameter.type), context);
  return outputLeafSchema(part.of, context);
}

/** A regular expression that the texts of a template match, of which the literals are escaped. */
function patternOf(text: string, encode: (literal: string) => string, value: string): string {
  return parseText(text)
    .map((part) => (typeof part === 'string' ? encode(part).replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : value))
    .join('');
}

/** Whether the property of a text is left out where its placeholder has no value. */
function isOptional(value: unknown): boolean {
  const [only, second] = typeof value === 'string' ? parseText(value) : [];
  return only !== undefined && second === undefined && typeof only !== 'string' && only.isOptional;
}
