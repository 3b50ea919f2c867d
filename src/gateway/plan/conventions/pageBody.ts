import { type Template, placeholderFault, templateFault } from './template.ts';

/** The `page.body` of pages that are the selection itself, with navigation only in `Link`; it is no part of another template. */
export const SELECTION = '{selection}';

/** The placeholders of every other `page.body`, besides its `{items}`; `{list}` is one of its keys. */
export const PAGE_PLACEHOLDERS = [
  'pagination',
  'limit',
  'offset',
  'page',
  'total',
  'totalPages',
  'nextCursor',
  'prevCursor',
  'hasMore',
  'url',
  'self',
  'first',
  'prev',
  'next',
  'last',
] as const;

/** What is wrong with a `page.body`, to follow its name. */
export function pageBodyFault(body: Template): string | undefined {
  return body === null || body === SELECTION ? undefined : templateFault(body, 'items', PAGE_PLACEHOLDERS, ['list']);
}

/** What is wrong with the text of a header of pages, to follow its name. */
export function pageHeaderFault(text: Template): string | undefined {
  return placeholderFault(
    text,
    PAGE_PLACEHOLDERS.filter((name) => name !== 'pagination'),
  );
}
