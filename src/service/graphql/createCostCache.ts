import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** As many documents as repeat at a time; an entry takes some 200 bytes. */
const MAX_DOCUMENTS = 1_000;

/**
 * Validation compares the fields of a selection with each other: a document of 13,000 characters, about as long as they can be, takes
 * as long as an operation of the maximum cost.
 */
const CHARACTERS_PER_COST_ROOT = 41;

/** What documents cost when they were last executed, so that a document that is certain to be refused is not processed first. */
export interface CostCache {
  /** `queryHash` is the SHA-256 of the document in hexadecimal, as Apollo Server has it. */
  set(queryHash: string, cost: number): void;
  /** The last cost of a document, or what its validation costs. */
  expected(query: string): number;
}

/** The cost of parsing and validating a document, in the units of `compileCost`. */
export function validationCost({ length }: string): number {
  return (length / CHARACTERS_PER_COST_ROOT) ** 2;
}

/** Creates an empty cache. */
export function createCostCache(): CostCache {
  const costs = new LRUCache<string, number>({ max: MAX_DOCUMENTS });
  return {
    set: (queryHash, cost) => void costs.set(queryHash, cost),
    expected: (query) => costs.get(createHash('sha256').update(query).digest('hex')) ?? validationCost(query),
  };
}
