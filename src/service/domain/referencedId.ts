import { invalidInputError } from '../../gateway/errors/invalidInputError.ts';

/** A reference to an entity of another subgraph: its key. */
export interface EntityReference {
  id: number;
}

/** The id in a reference, validated: a router sends references as JSON, which no scalar has coerced. */
export function referencedId({ id }: EntityReference): number {
  if (Number.isSafeInteger(id) && id >= 0) return id;
  throw invalidInputError([{ field: 'id', message: `must be an integer between 0 and ${Number.MAX_SAFE_INTEGER}` }]);
}
