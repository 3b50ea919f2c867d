import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of source characters of the cached documents. The syntax tree, with tokens and compiled requirements, takes up
 * to 250 bytes for each character: 64 MB in the worst case, usually a tenth of that.
 */
const MAX_CHARACTERS = 256 * 1024;

/** The overhead of a document, its key and its entry in the cache, in characters. */
const CHARACTERS_PER_DOCUMENT = 32;

/** The cache of Apollo Server for parsed and valid documents: see its option `documentStore`. */
export interface DocumentStore {
  get(key: string): Promise<DocumentNode | undefined>;
  set(key: string, document: DocumentNode): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** Creates a store that evicts the least recently used documents. A document larger than the store is not cached. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ loc }) => CHARACTERS_PER_DOCUMENT + (loc?.source.body.length ?? MAX_CHARACTERS),
  });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  };
}
