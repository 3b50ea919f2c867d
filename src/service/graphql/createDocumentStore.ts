import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * How many characters of source the documents may have that stay parsed. A node of the syntax tree, with its tokens and what
 * is compiled for it, takes up to 250 bytes for each character that it was made of: 64 MB at worst, and a tenth as a rule.
 */
const MAX_CHARACTERS = 256 * 1024;

/** What a document takes besides its source: its key and its place in the store count as this many characters. */
const CHARACTERS_PER_DOCUMENT = 32;

/** Where Apollo Server keeps documents that are parsed and valid: see `documentStore` of its options. */
export interface DocumentStore {
  get(key: string): Promise<DocumentNode | undefined>;
  set(key: string, document: DocumentNode): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** Makes a store that drops the documents that were used longest ago. One larger than the whole store is not kept. */
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
