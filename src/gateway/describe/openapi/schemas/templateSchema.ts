import type { Template } from '../../../plan/conventions/Conventions.ts';
import {
  type Placeholder,
  isOptionalText,
  literalOf,
  onlyPlaceholder,
  parseText,
} from '../../../plan/conventions/template.ts';
import type { LeafShape, TemplatePartPlan, TemplateShape } from '../../../plan/Shape.ts';
import { typeName } from '../../../plan/TypeTable.ts';
import { encodeTemplate } from '../../../http/urls.ts';
import { type Schema, anyOf } from '../Schema.ts';
import { type SchemaContext, urlSchema } from './SchemaRegistry.ts';
import { leafSchema, outputLeafSchema } from './leafSchema.ts';

/** The schema of a part of a template. */
export interface DescribedPart {
  schema: Schema;
  /** Whether it is always there. */
  isRequired: boolean;
}

/** What the parts of a template are described by. */
export interface TemplateSchemaRules {
  text(text: string): DescribedPart;
  array?(items: readonly DescribedPart[]): Schema;
  constant?(value: unknown): Schema;
  /** Without a name, it is of any property. */
  key?(key: string): { name: string | undefined; canBeAbsent?: boolean };
}

/** Describes the JSON that a template becomes: what has no placeholder is a constant. */
export function describeTemplate(template: unknown, rules: TemplateSchemaRules): DescribedPart {
  const { array = listSchema, constant = (value) => ({ const: value }) } = rules;
  if (typeof template === 'string') return rules.text(template);
  if (typeof template !== 'object' || template === null) return { schema: constant(template), isRequired: true };
  if (Array.isArray(template)) {
    return { schema: array(template.map((item) => describeTemplate(item, rules))), isRequired: true };
  }
  const properties = Object.entries(template).map(([key, value]) => {
    const { name = literalOf(key), canBeAbsent = false } = rules.key?.(key) ?? {};
    const { schema, isRequired } = describeTemplate(value, rules);
    return { name, schema, isRequired: isRequired && !canBeAbsent };
  });
  const fixed = properties.filter(({ name }) => name !== undefined);
  const required = fixed.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const others = properties.filter(({ name }) => name === undefined).map(({ schema }) => schema);
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fixed.map(({ name, schema: property }) => [name, property])),
    ...(others.length > 0 && { additionalProperties: anyOf(others) }),
  };
  // An object whose properties are all left out is left out itself.
  return { schema, isRequired: properties.length === 0 || properties.some(({ isRequired }) => isRequired) };
}

function listSchema(items: readonly DescribedPart[]): Schema {
  return { type: 'array', ...(items.length > 0 && { items: anyOf(items.map(({ schema }) => schema)) }) };
}

/** An array of these items in their order, as far as none can be left out. */
export function tupleSchema(parts: readonly DescribedPart[]): Schema {
  const minItems = parts.filter(({ isRequired }) => isRequired).length;
  const schemas = parts.map(({ schema }) => schema);
  // A fixed array has no further items; linters require the keyword all the same.
  const items = minItems === parts.length ? { prefixItems: schemas, items: {} } : { items: anyOf(schemas) };
  return { type: 'array', ...items, minItems, maxItems: parts.length };
}

/** The schema of the JSON of a `@template`, without null. */
export function templateSchema({ value, of, parts }: TemplateShape, context: SchemaContext): Schema {
  return describeTemplate(value, {
    text: (text) => ({ schema: textSchema(text, of, parts, context), isRequired: !isOptionalText(text) }),
    constant: (constant) => ({ type: typeOfConstant(constant), const: constant }),
  }).schema;
}

function typeOfConstant(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * The schema of a body in the template of the conventions, whose `{body}` has the schema of the body itself, and `{self}` that of
 * URLs.
 */
export function bodyTemplateSchema(template: Template, body: Schema, url: Schema): Schema {
  const text = (value: string): Schema => {
    if (value === '{body}') return body;
    if (onlyPlaceholder(value)) return { ...url, description: 'The URL of the request.' };
    const literal = literalOf(value);
    return literal === undefined ? { type: 'string' } : { const: literal };
  };
  return describeTemplate(template, {
    text: (value) => ({ schema: text(value), isRequired: true }),
    array: tupleSchema,
  }).schema;
}

function textSchema(text: string, own: LeafShape, parts: readonly TemplatePartPlan[], context: SchemaContext): Schema {
  if (text.startsWith('/')) {
    const pattern = `${patternOf(text, encodeTemplate, ({ keepsSlashes }) => (keepsSlashes ? '[^?#]*' : '[^/?#]*'))}$`;
    const hasBrace = parseText(text).some((part) => typeof part === 'string' && /[{}]/.test(part));
    return { ...urlSchema(context), ...(hasBrace && { format: 'uri-template' }), pattern };
  }
  const constant = literalOf(text);
  if (constant !== undefined) return { type: 'string', const: constant };
  const only = onlyPlaceholder(text);
  if (!only) {
    const anyText = () => '[\\s\\S]*';
    return { type: 'string', pattern: `^${patternOf(text, (literal) => literal, anyText)}$` };
  }
  if (only.isText) return { type: 'string' };
  if (only.name === '') return outputLeafSchema(own, context);
  const part = parts.find(({ name }) => name === only.name)!;
  if ('parameter' in part) return leafSchema(typeName(part.parameter.type), context);
  return outputLeafSchema(part.of, context);
}

/** A regular expression that the texts of a template match, of which the literals are escaped. */
function patternOf(text: string, encode: (literal: string) => string, valueOf: (part: Placeholder) => string): string {
  return parseText(text)
    .map((part) => (typeof part === 'string' ? encode(part).replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : valueOf(part)))
    .join('');
}
