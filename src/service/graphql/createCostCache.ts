import { LRUCache } from 'lru-cache';
import type { Work } from '../../gateway/admission/Admission.ts';
import { hashDocument } from './hashDocument.ts';

/** As many documents as repeat at a time; an entry takes some 200 bytes. */
const MAX_DOCUMENTS = 1_000;

/**
 * Validation compares the fields of a selection with each other: a document of 13,000 characters, about as long as they can be, takes
 * as long as an operation of the maximum cost.
 */
const CHARACTERS_PER_COST_ROOT = 41;

/** What an operation takes of the capacity. */
export type ExpectedCost = Pick<Work, 'cost' | 'write'>;

/** What documents cost when they were last executed, so that a document that is certain to be refused is not processed first. */
export interface CostCache {
  set(hash: string, cost: ExpectedCost): void;
  /** The last cost of the document of a request, or what its validation costs; 0 for a request without one. */
  expected(request: unknown): ExpectedCost;
}

/** The cost of parsing and validating a document, in the units of `compileCost`. */
export function validationCost({ length }: string): number {
  return (length / CHARACTERS_PER_COST_ROOT) ** 2;
}

/** Creates an empty cache. */
export function createCostCache(): CostCache {
  const costs = new LRUCache<string, ExpectedCost>({ max: MAX_DOCUMENTS });
  return {
    set: (hash, cost) => void costs.set(hash, cost),
    expected(request) {
      const { query, extensions } = Object(request) as { query?: unknown; extensions?: unknown };
      if (typeof query === 'string') return costs.get(hashDocument(query)) ?? { cost: validationCost(query) };
      const { persistedQuery } = Object(extensions) as { persistedQuery?: unknown };
      const { sha256Hash: hash } = Object(persistedQuery) as { sha256Hash?: unknown };
      return (typeof hash === 'string' && costs.get(hash)) || { cost: 0 };
    },
  };
}
