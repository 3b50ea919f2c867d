import { isDeepStrictEqual } from 'node:util';
import type { Difference, SchemaDifference, Subject } from './Difference.ts';

/** Where in a document something is compared. */
export type Place = Pick<Difference, 'endpoint' | 'part' | 'use'>;

/** The difference of two values at a place, or none. */
export function differ(
  place: Place,
  subject: Subject,
  before: unknown,
  after: unknown,
  name: string = subject,
): readonly Difference[] {
  return isDeepStrictEqual(before, after) ? [] : [{ ...place, subject, name, before, after, path: [] }];
}

/** The differences of two schemas that stand at a place. */
export function placed(place: Place, differences: readonly SchemaDifference[]): readonly Difference[] {
  return differences.map((difference) => ({ ...difference, ...place }));
}

/** What either side has by name, the first side's order first. */
export function pairs<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): [name: string, before: Value | undefined, after: Value | undefined][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [name, before.get(name), after.get(name)]);
}
