import type { Conventions } from './Conventions.ts';
import { nameOnWire } from './nameOnWire.ts';

/** A field, or an input field, of a type as it is written on the wire, where a document gives it no alias. */
export function fieldOnWire(type: string, name: string, conventions: Pick<Conventions, 'case' | 'names'>): string {
  const coordinate = `${type}.${name}`;
  const { names } = conventions;
  return Object.hasOwn(names, coordinate) ? names[coordinate]! : nameOnWire(name, conventions);
}
