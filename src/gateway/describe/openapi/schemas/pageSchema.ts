import type { Template } from '../../../plan/conventions/Conventions.ts';
import { prepareText, literalOf, onlyPlaceholder, placeholdersOf } from '../../../plan/conventions/template.ts';
import { type PagePlan, type PageVariant, pageSelection } from '../../../plan/PagePlan.ts';
import { type Schema, anyOf, nullable } from '../Schema.ts';
import { type SchemaContext, urlSchema } from './SchemaRegistry.ts';
import { type DescribedPart, describeTemplate } from './templateSchema.ts';

const COUNT = { type: 'integer', minimum: 0 };
const TEXT: Schema = { type: 'string' };

const PAGE_PROPERTIES = {
  limit: { type: 'integer', minimum: 1, description: 'The maximum number of items of a page.' },
  offset: { ...COUNT, description: 'The number of items that were skipped.' },
  page: { type: 'integer' },
  total: { ...COUNT, description: 'The number of items of the list.' },
  totalPages: { ...COUNT, description: 'The number of pages of the list.' },
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  prevCursor: {
    type: ['string', 'null'],
    description: 'The cursor of the page before this one; null where that is not known, as on the first page.',
  },
  hasMore: { type: 'boolean', description: 'Whether there is a next page.' },
} as const satisfies Record<string, Schema>;

type PageProperty = keyof typeof PAGE_PROPERTIES;

function propertySchema(name: PageProperty, { version: { conventions } }: SchemaContext): Schema {
  const { first } = conventions.page;
  const description = `The number of the page, counted from ${first}.`;
  const page = { ...PAGE_PROPERTIES.page, minimum: first, ...(first === 0 && { examples: [0] }), description };
  return name === 'page' ? page : PAGE_PROPERTIES[name];
}

function paginationSchema({ limits, fields: { total } }: PagePlan, context: SchemaContext): Schema {
  const { styles, names } = limits;
  const isTwoWay = names.before !== undefined;
  const describe = (name: string, properties: readonly PageProperty[]): Schema =>
    context.registry.named('pagination', name, () => propertiesSchema(properties, context));
  const schemasOf = (variant: PageVariant): Schema[] => {
    const { style, pageInfo } = pageSelection(variant, styles);
    if (style === 'CURSOR') {
      const name = isTwoWay ? 'TwoWayCursorPagination' : 'CursorPagination';
      const properties = ['nextCursor', ...(isTwoWay ? ['prevCursor' as const] : []), 'hasMore'] as const;
      const counted = total?.byCursor ? [describe(`Counted${name}`, [...properties, 'total'])] : [];
      return [...counted, describe(name, properties)];
    }
    const isOffset = style === 'OFFSET';
    const name = `${isOffset ? 'Offset' : 'Page'}Pagination${pageInfo ? 'AndCursor' : ''}`;
    const position: PageProperty[] = isOffset ? ['limit', 'offset'] : ['page', 'limit'];
    const count: PageProperty[] = isOffset ? ['total'] : ['total', 'totalPages'];
    const next: PageProperty[] = pageInfo ? ['nextCursor', 'hasMore'] : [];
    const uncounted: PageProperty[] = [...position, ...(pageInfo ? next : (['hasMore'] as const))];
    return [
      ...(total ? [describe(name, [...position, ...count, ...next])] : []),
      ...(!total || total.nullable ? [describe(`Uncounted${name}`, uncounted)] : []),
    ];
  };
  return anyOf((['DEFAULT', ...styles] as const).flatMap(schemasOf));
}

function propertiesSchema(names: readonly PageProperty[], context: SchemaContext): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const isTwoWay = names.includes('prevCursor');
  const isNullable = (name: PageProperty) => Array.isArray(PAGE_PROPERTIES[name].type);
  return {
    type: 'object',
    required: names.filter((name) => !omitsNulls || !isNullable(name)),
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        {
          ...propertySchema(name, context),
          ...(isTwoWay &&
            name === 'hasMore' && { description: 'Whether there are more items in the direction of the request.' }),
          ...(omitsNulls && isNullable(name) && { type: 'string' }),
        },
      ]),
    ),
  };
}

/** The schema of a page that is made from `page.body`: what is sent in any of its styles. */
export function pageBodySchema(template: Template, item: Schema, page: PagePlan, context: SchemaContext): Schema {
  const values = valueSchemas(item, page, context);
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const { schema } = describeTemplate(template, {
    text: (text) => describeText(text, values, omitsNulls),
    key: (key) => ({ name: String(prepareText(key)(() => page.list)) }),
  });
  const description = 'One page of a list.';
  const { type, ...others } = schema;
  // The order of the keys is that of published contracts.
  const hasPagination = placeholdersOf(template).some(({ name }) => name === 'pagination');
  return hasPagination ? { type, description, ...others } : { description, ...schema };
}

/** The Header Objects of `page.headers`, by name. */
export function pageHeaders(page: PagePlan, context: SchemaContext): [name: string, header: Schema][] {
  const values = valueSchemas({}, page, context);
  return Object.entries(context.version.conventions.page.headers).flatMap(([name, text]): [string, Schema][] => {
    if (text === null) return [];
    const { description = 'A value of the page.', ...schema } = schemaOf(text, values);
    const required = placeholdersOf(text).every((placeholder) => values[placeholder.name]!.isRequired);
    return [[name, { description, ...(required && { required }), schema }]];
  });
}

function describeText(text: string, values: ValueSchemas, omitsNulls: boolean): DescribedPart {
  const literal = literalOf(text);
  if (literal !== undefined) return { schema: { const: literal }, isRequired: true };
  const only = onlyPlaceholder(text);
  // Inside a text, an optional value that is not there is empty; any other makes it null, or leaves it out.
  const isRequired = placeholdersOf(text).every(
    ({ name, isOptional }) => (isOptional && !only) || values[name]!.isRequired,
  );
  const schema = schemaOf(text, values);
  if (only?.isOptional || omitsNulls) return { schema, isRequired };
  return { schema: isRequired ? schema : nullable(schema), isRequired: true };
}

/** The schema of a text with placeholders, where all of them have a value. */
function schemaOf(text: string, values: ValueSchemas): Schema {
  const only = onlyPlaceholder(text);
  return only && !only.isText ? values[only.name]!.schema : TEXT;
}

/** The schemas of the placeholders, without null, and whether each page has them. */
type ValueSchemas = Readonly<Record<string, DescribedPart>>;

function valueSchemas(item: Schema, plan: PagePlan, context: SchemaContext): ValueSchemas {
  const { styles } = plan.limits;
  const { total } = plan.fields;
  const isOnly = (...only: readonly string[]) => styles.every((style) => only.includes(style));
  const isCounted = total !== undefined && !total.nullable && (total.byCursor || !styles.includes('CURSOR'));
  const url = urlSchema(context);
  const { limit, offset, totalPages, hasMore } = PAGE_PROPERTIES;
  const link = (description: string, isRequired = false): DescribedPart => ({
    schema: { ...url, description },
    isRequired,
  });
  return {
    items: { schema: { type: 'array', description: 'The items of the page.', items: item }, isRequired: true },
    // Only what is read becomes a component.
    get pagination() {
      const description = 'The position of the page; its properties depend on the style of pagination.';
      return { schema: { description, ...paginationSchema(plan, context) }, isRequired: true };
    },
    limit: { schema: limit, isRequired: true },
    offset: { schema: offset, isRequired: isOnly('OFFSET', 'PAGE') },
    page: { schema: propertySchema('page', context), isRequired: isOnly('PAGE') },
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
