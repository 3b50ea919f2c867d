import { invalidInputError } from '../../gateway/errors/invalidInputError.ts';

/** What one subgraph knows of an entity of another: its key. */
export interface EntityReference {
  id: number;
}

/** The id in a reference. A router sends references as JSON that nothing has coerced, so it is checked here. */
export function referencedId({ id }: EntityReference): number {
  if (Number.isSafeInteger(id) && id >= 0) return id;
  throw invalidInputError([{ field: 'id', message: `must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}` }]);
}
