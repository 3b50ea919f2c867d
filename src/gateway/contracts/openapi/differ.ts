import { isDeepStrictEqual } from 'node:util';
import type { Difference, SchemaDifference, Subject } from './Difference.ts';

/** The place of a comparison in a document. */
export type Place = Pick<Difference, 'endpoint' | 'part' | 'use'>;

/** The difference of two values at a place, or none. */
export function differ(
  place: Place,
  subject: Subject,
  [before, after]: readonly [before: unknown, after: unknown],
  name: string = subject,
): readonly Difference[] {
  return isDeepStrictEqual(before, after) ? [] : [{ ...place, subject, name, before, after, path: [] }];
}

/** The differences of two schemas at a place. */
export function placed(place: Place, differences: readonly SchemaDifference[]): readonly Difference[] {
  return differences.map((difference) => ({ ...difference, ...place }));
}

/** The values of both sides by name, in the order of the first side. */
export function pairs<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): [name: string, before: Value | undefined, after: Value | undefined][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [name, before.get(name), after.get(name)]);
}
