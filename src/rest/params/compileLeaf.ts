import { GraphQLEnumType, type GraphQLScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions, ScalarConvention } from '../document/Conventions.ts';
import type { Coerce } from './Coerce.ts';
import { type Constraints, compileTextFault } from './Constraints.ts';
import { enumTexts } from '../document/enumTexts.ts';
import { TOO_DEEP, isTooDeep } from './isTooDeep.ts';

/** The two ways into a scalar or an enum: from decoded text (path, query) and from JSON. */
export interface Leaf {
  fromText: Coerce<string>;
  fromJson: Coerce<unknown>;
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/; // RFC 8259, section 6
const INT_32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Compiles how a leaf type is read. Null has been dealt with before. */
export function compileLeaf(
  type: GraphQLScalarType | GraphQLEnumType,
  constraints: Constraints,
  conventions: Conventions,
): Leaf {
  if (type instanceof GraphQLEnumType) return enumLeaf(type, conventions);
  if (!isSpecifiedScalarType(type)) {
    return customLeaf(type, conventions.scalars[type.name] ?? { type: 'string' }, constraints);
  }
  switch (type.name) {
    case 'Int':
      return numericLeaf('an integer', INTEGER, Number.isInteger, bounds(INT_32, constraints));
    case 'Float':
      return numericLeaf('a number', NUMBER, Number.isFinite, constraints);
    case 'Boolean':
      return booleanLeaf;
    case 'ID':
      return textLeaf({ minLength: 1, ...constraints }, (input) =>
        typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input,
      );
    default:
      return textLeaf(constraints, (input) => input);
  }
}

function numericLeaf(
  noun: string,
  grammar: RegExp,
  isNumber: (value: unknown) => boolean,
  { min, max }: Constraints,
): Leaf {
  const message = `must be ${noun}${rangeOf(min, max)}`;
  const fromJson: Coerce<unknown> = (input, field, problems) => {
    const value = input as number;
    if (!isNumber(input) || value < (min ?? -Infinity) || value > (max ?? Infinity)) problems.push({ field, message });
    return input;
  };
  return {
    fromJson,
    fromText: (text, field, problems) => fromJson(grammar.test(text) ? Number(text) : text, field, problems),
  };
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

const booleanLeaf: Leaf = {
  fromText: (text, field, problems) => {
    if (text !== 'true' && text !== 'false') problems.push({ field, message: 'must be true or false' });
    return text === 'true';
  },
  fromJson: (input, field, problems) => {
    if (typeof input !== 'boolean') problems.push({ field, message: 'must be true or false' });
    return input;
  },
};

const anyJson: Coerce<unknown> = (input, field, problems) => {
  if (isTooDeep(input)) problems.push({ field, message: TOO_DEEP });
  return input;
};

function textLeaf(constraints: Constraints, prepare: (input: unknown) => unknown): Leaf {
  const faultOf = compileTextFault(constraints);
  const fromJson: Coerce<unknown> = (input, field, problems) => {
    const text = prepare(input);
    const message = typeof text === 'string' ? faultOf(text) : 'must be a string';
    if (message !== undefined) problems.push({ field, message });
    return text;
  };
  return { fromText: fromJson, fromJson };
}

function enumLeaf(type: GraphQLEnumType, conventions: Conventions): Leaf {
  const names = new Map([...enumTexts(type, conventions)].map(([name, text]) => [text, name]));
  const message = `must be one of ${[...names.keys()].map((text) => `"${text}"`).join(', ')}`;
  const fromJson: Coerce<unknown> = (input, field, problems) => {
    const name = typeof input === 'string' ? names.get(input) : undefined;
    if (name === undefined) problems.push({ field, message });
    return name;
  };
  return { fromText: fromJson, fromJson };
}

/** A custom scalar is read by its JSON type, and then by its own `parseValue`, whose value only the execution keeps. */
function customLeaf(type: GraphQLScalarType, convention: ScalarConvention, own: Constraints): Leaf {
  const constraints = bounds(
    { min: convention.minimum, max: convention.maximum, maxLength: convention.maxLength, pattern: convention.pattern },
    own,
  );
  const { fromText, fromJson } = plainLeaf(convention, constraints);
  const parsed =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, field, problems) => {
      const before = problems.length;
      const value = read(input as never, field, problems);
      if (problems.length > before) return value;
      try {
        type.parseValue(value);
      } catch (error) {
        problems.push({ field, message: saidOf(type.name, (error as Error).message) });
      }
      return value;
    };
  return { fromText: parsed(fromText), fromJson: parsed(fromJson) };
}

/** What a scalar says of a value it refuses, as the end of a sentence that begins with the parameter's name. */
function saidOf(name: string, message: string): string {
  return message.startsWith(`${name} must `) ? message.slice(name.length + 1) : `must be a valid ${name} (${message})`;
}

function plainLeaf(convention: ScalarConvention, constraints: Constraints): Leaf {
  switch (convention.type) {
    case 'integer':
      return numericLeaf('an integer', INTEGER, Number.isSafeInteger, constraints);
    case 'number':
      return numericLeaf('a number', NUMBER, Number.isFinite, constraints);
    case 'boolean':
      return booleanLeaf;
    case 'any':
      return { fromText: (text) => text, fromJson: anyJson };
    case 'string':
      // An empty text is never a date or an address, and only String itself may be empty.
      return textLeaf({ minLength: 1, ...constraints }, (input) => input);
  }
}

/** Both sets of bounds together: the narrower one holds. */
function bounds(one: { [Key in keyof Constraints]: Constraints[Key] | undefined }, other: Constraints): Constraints {
  const merged: Constraints = { ...other };
  const least = (key: 'max' | 'maxLength') => {
    const value = Math.min(one[key] ?? Infinity, other[key] ?? Infinity);
    if (value !== Infinity) merged[key] = value;
  };
  least('max');
  least('maxLength');
  const min = Math.max(one.min ?? -Infinity, other.min ?? -Infinity);
  if (min !== -Infinity) merged.min = min;
  const pattern = other.pattern ?? one.pattern;
  if (pattern !== undefined) merged.pattern = pattern;
  return merged;
}
