import { specifiedScalarTypes } from 'graphql';
import type { Conventions, ScalarConvention } from './Conventions.ts';

/** The scalars that are always as the specification says. */
const FIXED: ReadonlySet<string> = new Set(
  specifiedScalarTypes.map(({ name }) => name).filter((name) => name !== 'ID'),
);

/** The convention of a custom scalar or of ID, by its name; undefined where none names it. */
export function scalarConvention(
  name: string,
  { scalars }: Pick<Conventions, 'scalars'>,
): ScalarConvention | undefined {
  return Object.hasOwn(scalars, name) && !FIXED.has(name) ? scalars[name] : undefined;
}
