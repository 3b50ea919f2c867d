import { type GraphQLLeafType, isEnumType, isSpecifiedScalarType } from 'graphql';
import { type Validator, reject } from './Validator.ts';

const VALIDATE_SCALAR: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: Number.isInteger,
  // JSON.parse reads a number beyond the range of doubles as Infinity, which JSON cannot represent.
  Float: Number.isFinite,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string',
};

/** Validates the JSON of a built-in scalar or an enum: GraphQL specification, section 3.5. A custom scalar can have any JSON. */
export function compileLeafValidator(type: GraphQLLeafType): Validator {
  if (isEnumType(type)) return compileNameValidator(new Set(type.getValues().map(({ name }) => name)), type.name);
  const isOfType = isSpecifiedScalarType(type) ? VALIDATE_SCALAR[type.name] : undefined;
  if (!isOfType) return (value) => value;
  return (value, run) => (isOfType(value) ? value : reject(run, value, type.name));
}

/** Validates a text that must be one of these names. */
export function compileNameValidator(names: ReadonlySet<unknown>, expected: string): Validator {
  return (value, run) => {
    if (names.has(value)) return value;
    const invalid = reject(run, value, expected);
    if (typeof value === 'string') run.found = 'another name';
    return invalid;
  };
}
