import type { Conventions } from './Conventions.ts';
import { inCase } from './inCase.ts';

/** The name of a type as a `__typename` has it on the wire. */
export function typeNameOnWire(name: string, { enums }: Pick<Conventions, 'enums'>): string {
  const convention = Object.hasOwn(enums, '__typename') ? enums['__typename']! : 'schema';
  if (typeof convention === 'string') return inCase(name, convention);
  return Object.hasOwn(convention, name) ? convention[name]! : name;
}
