import { type GraphQLLeafType, isEnumType, isSpecifiedScalarType } from 'graphql';
import { type Check, reject } from './Check.ts';

const IS_OF: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: Number.isInteger,
  // A number beyond the range of doubles is read as Infinity, which JSON cannot hold.
  Float: Number.isFinite,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string',
};

/** Checks the JSON of a built-in scalar or of an enum, as the GraphQL specification has it in section 3.5; what a custom scalar looks like nobody knows. */
export function compileLeafCheck(type: GraphQLLeafType): Check {
  if (isEnumType(type)) return compileNameCheck(new Set(type.getValues().map(({ name }) => name)), type.name);
  const isOfType = isSpecifiedScalarType(type) ? IS_OF[type.name] : undefined;
  if (!isOfType) return (value) => value;
  return (value, run) => (isOfType(value) ? value : reject(run, value, type.name));
}

/** Checks a text that is one of several names. */
export function compileNameCheck(names: ReadonlySet<unknown>, expected: string): Check {
  return (value, run) => {
    if (names.has(value)) return value;
    const invalid = reject(run, value, expected);
    if (typeof value === 'string') run.found = 'another name';
    return invalid;
  };
}
