import { type GraphQLLeafType, isEnumType, isSpecifiedScalarType } from 'graphql';
import { ExactNumber, MAX_RESULT_DEPTH, isDeeperThan, isJsonNumber } from '../../../http/losslessJson.ts';

/** The state of one validation: its variables, and the first value that is not valid. */
export interface ValidationRun {
  variables: Readonly<Record<string, unknown>>;
  /** From the root to the value; filled while the validation returns. */
  path: (string | number)[];
  /** Description of a valid value. */
  expected: string;
  /** Description of the value. */
  found: string;
}

/** Returned instead of a value that is not valid. */
export const INVALID = Symbol('invalid');

/** Returns the value, or a copy without unselected properties; INVALID, with the reason in the run, if it is not valid. */
export type Validator = (value: unknown, run: ValidationRun) => unknown;

/** Sets why a value is not valid. */
export function reject(run: ValidationRun, value: unknown, expected: string, ...below: string[]): typeof INVALID {
  run.path.unshift(...below);
  run.expected = expected;
  run.found = kindOf(value);
  return INVALID;
}

/** Deliberately not the value itself, which may be long or secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof ExactNumber) return 'a number';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Validates a list and its items; it is copied only if an item is. */
export function prepareListValidator(item: Validator, expected: string): Validator {
  return (value, run) => {
    if (!Array.isArray(value)) return reject(run, value, expected);
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const validated = item(value[index], run);
      if (validated === INVALID) {
        run.path.unshift(index);
        return INVALID;
      }
      if (validated !== value[index]) (copy ??= value.slice())[index] = validated;
    }
    return copy ?? value;
  };
}

const VALIDATE_SCALAR: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => typeof value === 'number' && value === (value | 0),
  Float: isJsonNumber,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string',
};

/**
 * Validates the JSON of a built-in scalar or an enum: GraphQL specification, section 3.5. A custom scalar can have any JSON of at most
 * `MAX_RESULT_DEPTH` levels. A value of an enum that the schema does not have is refused, as in process: the published contract lists them.
 */
export function prepareLeafValidator(type: GraphQLLeafType): Validator {
  if (isEnumType(type)) return prepareNameValidator(new Set(type.getValues().map(({ name }) => name)), type.name);
  const isOfType = isSpecifiedScalarType(type) ? VALIDATE_SCALAR[type.name] : undefined;
  if (!isOfType) return validateJson;
  return (value, run) => (isOfType(value) ? value : reject(run, value, type.name));
}

const validateJson: Validator = (value, run) =>
  isDeeperThan(value, MAX_RESULT_DEPTH) ? reject(run, value, `JSON of at most ${MAX_RESULT_DEPTH} levels`) : value;

/** Validates a text that must be one of these names. */
export function prepareNameValidator(names: ReadonlySet<unknown>, expected: string): Validator {
  return (value, run) => {
    if (names.has(value)) return value;
    const invalid = reject(run, value, expected);
    if (typeof value === 'string') run.found = 'another name';
    return invalid;
  };
}
