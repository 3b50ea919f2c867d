// The body of a page: `page.body`, or `page.envelope`, which is a short way to write it.
import type { Template } from './Conventions.ts';
import type { JsonFile } from './JsonFile.ts';
import type { ConventionsInput } from './conventionsSchema.ts';

/** The `page.body` of pages that are the selection itself, with navigation only in `Link`; it is no part of another template. */
export const SELECTION = '{selection}';

/** The placeholders of every other `page.body`; `{list}` is one of its keys. */
export const PAGE_PLACEHOLDERS = [
  'items',
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

/** The template of the pages of a version: the nearest `page.body` of its files, or the nearest `page.envelope` where that is null. */
export function pageBodyOf(files: readonly Pick<JsonFile, 'value'>[]): Template {
  const pages = files.map(({ value }) => (value as ConventionsInput).page ?? {});
  // An envelope takes the place of an inherited template; null, which is none, does not.
  const { body = null } = pages.findLast((page) => page.body !== undefined || page.envelope) ?? {};
  // The objects of a file have no prototype; a clone has the usual one.
  if (body !== null) return structuredClone(body);
  const { envelope = DEFAULT_ENVELOPE } = pages.findLast((page) => page.envelope !== undefined) ?? {};
  return envelope === null ? SELECTION : { [envelope.items]: '{items}', [envelope.info]: '{pagination}' };
}

const DEFAULT_ENVELOPE = { items: 'data', info: 'pagination' };
