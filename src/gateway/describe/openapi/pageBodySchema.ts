import type { Template } from '../../conventions/Conventions.ts';
import { type Placeholder, parseText } from '../../conventions/template.ts';
import type { PagePlan } from '../../plan/PagePlan.ts';
import { type Schema, nullable } from './Schema.ts';
import { type SchemaContext, urlSchema } from './SchemaContext.ts';
import { PAGE_PROPERTIES } from './paginationSchema.ts';

interface Described {
  schema: Schema;
  /** Whether each page has it. */
  isRequired: boolean;
}

/** The schema of a page that is made from `page.body`: what is sent in any of its styles. */
export function pageBodySchema(template: Template, item: Schema, page: PagePlan, context: SchemaContext): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const { schema } = describe(template, { values: valueSchemas(item, page, context), list: page.list, omitsNulls });
  return { description: 'One page of a list.', ...schema };
}

interface PageContext {
  /** By placeholder. */
  values: Readonly<Record<string, Described>>;
  list: string;
  omitsNulls: boolean;
}

function describe(template: Template, context: PageContext): Described {
  if (typeof template === 'string') return describeText(template, context);
  if (Array.isArray(template)) {
    const items = template.map((each) => describe(each, context).schema);
    return { schema: { type: 'array', ...(items.length > 0 && { items: { anyOf: items } }) }, isRequired: true };
  }
  if (typeof template !== 'object' || template === null) return { schema: { const: template }, isRequired: true };
  const properties = Object.entries(template).map(
    ([key, value]) => [key.replaceAll('{list}', context.list), describe(value, context)] as const,
  );
  const required = properties.filter(([, { isRequired }]) => isRequired).map(([key]) => key);
  const schema: Schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties.map(([key, property]) => [key, property.schema])),
  };
  // An object whose properties are all left out is left out itself.
  return { schema, isRequired: required.length > 0 || properties.length === 0 };
}

function describeText(text: string, { values, omitsNulls }: PageContext): Described {
  const parts = parseText(text);
  const [only] = parts;
  if (parts.every((part) => typeof part === 'string')) return { schema: { const: text }, isRequired: true };
  const placeholders = parts.filter((part): part is Placeholder => typeof part !== 'string');
  if (parts.length === 1 && typeof only === 'object') {
    const { schema, isRequired } = values[only.name]!;
    const own: Schema = only.isText ? { type: 'string' } : schema;
    if (only.isOptional || omitsNulls) return { schema: own, isRequired };
    return { schema: isRequired ? own : nullable(own), isRequired: true };
  }
  // Inside a text, an optional value that is not there is empty; any other makes it null, or leaves it out.
  const isWhole = placeholders.every(({ name, isOptional }) => isOptional || values[name]!.isRequired);
  const schema: Schema = { type: 'string' };
  return omitsNulls
    ? { schema, isRequired: isWhole }
    : { schema: isWhole ? schema : nullable(schema), isRequired: true };
}

/** The schemas of the placeholders, without null. */
function valueSchemas(
  item: Schema,
  { limits: { styles }, fields: { total } }: PagePlan,
  context: SchemaContext,
): Readonly<Record<string, Described>> {
  const isOnly = (...only: readonly string[]) => styles.every((style) => only.includes(style));
  const isCounted = total !== undefined && !total.nullable && (total.byCursor || !styles.includes('CURSOR'));
  const url = urlSchema(context);
  const { limit, offset, page, totalPages, hasMore } = PAGE_PROPERTIES;
  const link = (description: string, isRequired = false): Described => ({
    schema: { ...url, description },
    isRequired,
  });
  return {
    items: { schema: { type: 'array', description: 'The items of the page.', items: item }, isRequired: true },
    limit: { schema: limit, isRequired: true },
    offset: { schema: offset, isRequired: isOnly('OFFSET', 'PAGE') },
    page: { schema: page, isRequired: isOnly('PAGE') },
    total: { schema: PAGE_PROPERTIES.total, isRequired: isCounted },
    totalPages: { schema: totalPages, isRequired: isCounted },
    nextCursor: { schema: { type: 'string', description: 'The cursor of the next page.' }, isRequired: false },
    prevCursor: { schema: { type: 'string', description: 'The cursor of the page before.' }, isRequired: false },
    hasMore: { schema: hasMore, isRequired: true },
    url: link('The URL of the list.', true),
    self: link('The URL of this page.', true),
    first: link('The URL of the first page.', true),
    prev: link('The URL of the page before.'),
    next: link('The URL of the next page.'),
    last: link('The URL of the last page.'),
  };
}
