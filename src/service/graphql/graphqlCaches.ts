// What /graphql remembers of documents, each within a bound: parsed ones, registered ones, and what they cost.
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Work } from '../../gateway/server.ts';
import { hashDocument } from './safelist.ts';

/**
 * Maximum number of source characters of the parsed documents. The syntax tree, with tokens and compiled requirements, takes up
 * to 250 bytes for each character: 64 MB in the worst case, usually a tenth of that.
 */
const MAX_CHARACTERS = 256 * 1024;

/** The overhead of a document, its key and its entry in the cache, in characters. */
const CHARACTERS_PER_DOCUMENT = 32;

/** Maximum size of the registered queries of a process: a thousand queries of 3 KiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The overhead of a query, its key and its entry in the cache. */
const BYTES_PER_QUERY = 512;

/** As many documents as repeat at a time; the cost of one takes some 200 bytes. */
const MAX_DOCUMENTS = 1_000;

/** Validating 13,000 characters, about as long as documents can be, takes as long as an operation of the maximum cost. */
const CHARACTERS_PER_COST_ROOT = 41;

/** What an operation takes of the capacity. */
export type ExpectedCost = Pick<Work, 'cost' | 'write'>;

export type CostCache = ReturnType<typeof createCostCache>;

export function createDocumentStore() {
  return createSizedCache<DocumentNode>(
    MAX_CHARACTERS,
    ({ loc }) => CHARACTERS_PER_DOCUMENT + (loc?.source.body.length ?? MAX_CHARACTERS),
  );
}

/** Creates the cache of the queries that clients register by their hash. */
export function createQueryStore() {
  // A string has one or two bytes for each UTF-16 code unit.
  return createSizedCache<string>(MAX_BYTES, ({ length }) => BYTES_PER_QUERY + 2 * length);
}

/** Creates the cache of what documents cost when they were last executed: one that is certain to be refused is not processed first. */
export function createCostCache() {
  const costs = new LRUCache<string, ExpectedCost>({ max: MAX_DOCUMENTS });
  return {
    set: (hash: string, cost: ExpectedCost) => void costs.set(hash, cost),
    /** The last cost of the document of a request, or what its validation costs; 0 for a request without one. */
    expected(request: unknown): ExpectedCost {
      const { query, extensions } = Object(request) as { query?: unknown; extensions?: unknown };
      if (typeof query === 'string') return costs.get(hashDocument(query)) ?? { cost: validationCost(query) };
      const { persistedQuery } = Object(extensions) as { persistedQuery?: unknown };
      const { sha256Hash: hash } = Object(persistedQuery) as { sha256Hash?: unknown };
      return (typeof hash === 'string' && costs.get(hash)) || { cost: 0 };
    },
  };
}

/** The cost of parsing and validating a document, in the units of `prepareCost`. */
export function validationCost({ length }: string): number {
  return (length / CHARACTERS_PER_COST_ROOT) ** 2;
}

/** A cache for Apollo Server, which evicts the least recently used values; one that is larger than the cache is not cached. */
function createSizedCache<Value extends object | string>(maxSize: number, sizeCalculation: (value: Value) => number) {
  const values = new LRUCache<string, Value>({ maxSize, sizeCalculation });
  return {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: Value) => void values.set(key, value),
    delete: async (key: string) => values.delete(key),
  };
}
