import type { DocumentNode } from 'graphql';
import { type SizedCache, createSizedCache } from './createSizedCache.ts';

/**
 * Maximum number of source characters of the cached documents. The syntax tree, with tokens and compiled requirements, takes up
 * to 250 bytes for each character: 64 MB in the worst case, usually a tenth of that.
 */
const MAX_CHARACTERS = 256 * 1024;

/** The overhead of a document, its key and its entry in the cache, in characters. */
const CHARACTERS_PER_DOCUMENT = 32;

/** Creates the cache of parsed and valid documents. */
export function createDocumentStore(): SizedCache<DocumentNode> {
  return createSizedCache(
    MAX_CHARACTERS,
    ({ loc }) => CHARACTERS_PER_DOCUMENT + (loc?.source.body.length ?? MAX_CHARACTERS),
  );
}
