import type { PagePlan } from '../../plan/PagePlan.ts';
import type { PageVariant } from '../../plan/PageRequest.ts';
import { pageSelection } from '../../plan/pageSelection.ts';
import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';

const COUNT = { type: 'integer', minimum: 0 };

/** The properties that describe where a page stands. */
export const PAGE_PROPERTIES = {
  limit: { type: 'integer', minimum: 1, description: 'The maximum number of items of a page.' },
  offset: { ...COUNT, description: 'The number of items that were skipped.' },
  page: { type: 'integer', minimum: 1, description: 'The number of the page, counted from 1.' },
  total: { ...COUNT, description: 'The number of items of the list.' },
  totalPages: { ...COUNT, description: 'The number of pages of the list.' },
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  prevCursor: {
    type: ['string', 'null'],
    description: 'The cursor of the page before this one; null where that is not known, as on the first page.',
  },
  hasMore: { type: 'boolean', description: 'Whether there is a next page.' },
} as const satisfies Record<string, Schema>;

const COMPONENTS = {
  OffsetPagination: ['limit', 'offset', 'total'],
  OffsetPaginationAndCursor: ['limit', 'offset', 'total', 'nextCursor', 'hasMore'],
  UncountedOffsetPagination: ['limit', 'offset', 'hasMore'],
  UncountedOffsetPaginationAndCursor: ['limit', 'offset', 'nextCursor', 'hasMore'],
  PagePagination: ['page', 'limit', 'total', 'totalPages'],
  PagePaginationAndCursor: ['page', 'limit', 'total', 'totalPages', 'nextCursor', 'hasMore'],
  UncountedPagePagination: ['page', 'limit', 'hasMore'],
  UncountedPagePaginationAndCursor: ['page', 'limit', 'nextCursor', 'hasMore'],
  CursorPagination: ['nextCursor', 'hasMore'],
  CountedCursorPagination: ['nextCursor', 'hasMore', 'total'],
  TwoWayCursorPagination: ['nextCursor', 'prevCursor', 'hasMore'],
  CountedTwoWayCursorPagination: ['nextCursor', 'prevCursor', 'hasMore', 'total'],
} as const satisfies Record<string, readonly (keyof typeof PAGE_PROPERTIES)[]>;

type Component = keyof typeof COMPONENTS;

/** In a list with a way back. */
const HAS_MORE_OF_BOTH = {
  type: 'boolean',
  description: 'Whether there are more items in the direction of the request.',
};

/** The schema of the pagination of a list, which depends on the style of a request. */
export function paginationSchema({ limits, fields: { total } }: PagePlan, context: SchemaContext): Schema {
  const { registry, version } = context;
  const { styles, names: parameters } = limits;
  const byCursor = parameters.before === undefined ? 'CursorPagination' : 'TwoWayCursorPagination';
  const componentsOf = (variant: PageVariant): Component[] => {
    const { style, pageInfo } = pageSelection(variant, styles);
    if (style === 'CURSOR') return total?.byCursor ? [`Counted${byCursor}`, byCursor] : [byCursor];
    const base = style === 'OFFSET' ? 'OffsetPagination' : 'PagePagination';
    const named = (name: typeof base | `Uncounted${typeof base}`) => (pageInfo ? (`${name}AndCursor` as const) : name);
    return [...(total ? [named(base)] : []), ...(!total || total.nullable ? [named(`Uncounted${base}`)] : [])];
  };
  const names = [...new Set((['DEFAULT', ...styles] as const).flatMap(componentsOf))];
  const refs = names.map((name) =>
    registry.named('pagination', name, () => schemaOf(name, version.conventions.nulls === 'omit')),
  );
  return refs.length === 1 ? refs[0]! : { anyOf: refs };
}

function schemaOf(name: Component, omitsNulls: boolean): Schema {
  const isTwoWay = name.endsWith('TwoWayCursorPagination');
  const isNullable = (property: keyof typeof PAGE_PROPERTIES) => Array.isArray(PAGE_PROPERTIES[property].type);
  return {
    type: 'object',
    required: COMPONENTS[name].filter((property) => !omitsNulls || !isNullable(property)),
    properties: Object.fromEntries(
      COMPONENTS[name].map((property) => [
        property,
        {
          ...(isTwoWay && property === 'hasMore' ? HAS_MORE_OF_BOTH : PAGE_PROPERTIES[property]),
          ...(omitsNulls && isNullable(property) && { type: 'string' }),
        },
      ]),
    ),
  };
}
