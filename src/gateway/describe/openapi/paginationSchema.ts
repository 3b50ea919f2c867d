import type { PageStyle } from '../../conventions/Conventions.ts';
import { pageSelection } from '../../plan/pageSelection.ts';
import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';

const COUNT = { type: 'integer', minimum: 0 };

/** The properties that describe where a page stands. */
const PROPERTIES = {
  limit: { type: 'integer', minimum: 1, description: 'The maximum number of items of a page.' },
  offset: { ...COUNT, description: 'The number of items that were skipped.' },
  page: { type: 'integer', minimum: 1, description: 'The number of the page, counted from 1.' },
  total: { ...COUNT, description: 'The number of items of the list.' },
  totalPages: { ...COUNT, description: 'The number of pages of the list.' },
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  hasMore: { type: 'boolean', description: 'Whether there is a next page.' },
} as const satisfies Record<string, Schema>;

const COMPONENTS = {
  OffsetPagination: ['limit', 'offset', 'total'],
  OffsetPaginationAndCursor: ['limit', 'offset', 'total', 'nextCursor', 'hasMore'],
  PagePagination: ['page', 'limit', 'total', 'totalPages'],
  PagePaginationAndCursor: ['page', 'limit', 'total', 'totalPages', 'nextCursor', 'hasMore'],
  CursorPagination: ['nextCursor', 'hasMore'],
} as const satisfies Record<string, readonly (keyof typeof PROPERTIES)[]>;

const OF_STYLE = {
  OFFSET: 'OffsetPagination',
  PAGE: 'PagePagination',
  CURSOR: 'CursorPagination',
} as const satisfies Record<PageStyle, keyof typeof COMPONENTS>;

/** The schema of the pagination of a list with these styles, which depends on the style of a request. */
export function paginationSchema(styles: readonly PageStyle[], { registry }: SchemaContext): Schema {
  const { style, pageInfo } = pageSelection('DEFAULT', styles);
  const unchosen = style !== 'CURSOR' && pageInfo ? (`${OF_STYLE[style]}AndCursor` as const) : OF_STYLE[style];
  const names = [...new Set([unchosen, ...styles.map((each) => OF_STYLE[each])])];
  const refs = names.map((name) =>
    registry.named('pagination', name, () => ({
      type: 'object',
      required: COMPONENTS[name],
      properties: Object.fromEntries(COMPONENTS[name].map((property) => [property, PROPERTIES[property]])),
    })),
  );
  return refs.length === 1 ? refs[0]! : { anyOf: refs };
}
