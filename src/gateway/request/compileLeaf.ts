import { GraphQLEnumType, type GraphQLScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions, ScalarConvention } from '../conventions/Conventions.ts';
import type { Coerce } from './Coerce.ts';
import type { Constraints } from '../plan/Constraints.ts';
import { compileTextFault } from './compileTextFault.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import { TOO_DEEP, isTooDeep } from './isTooDeep.ts';
import { listValues } from '../errors/listValues.ts';
import { type Bounds, boundsOfType, narrow } from './narrow.ts';

/** The two ways into a scalar or an enum: from decoded text (path, query) and from JSON. */
export interface Leaf {
  fromText: Coerce<string>;
  fromJson: Coerce<unknown>;
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/; // RFC 8259, section 6

/** Compiles how a leaf type is read. Null has been dealt with before. */
export function compileLeaf(
  type: GraphQLScalarType | GraphQLEnumType,
  constraints: Constraints,
  conventions: Conventions,
): Leaf {
  if (type instanceof GraphQLEnumType) return enumLeaf(type, conventions);
  const bounds = narrow(boundsOfType(type, conventions), constraints);
  if (!isSpecifiedScalarType(type)) {
    // Its own check says what it wants in words, and so comes before a pattern that says the same to machines.
    const lengths = plainLeaf(conventions.scalars[type.name]?.type ?? 'string', { ...bounds, patterns: [] });
    return customLeaf(type, lengths, compileTextFault({ patterns: bounds.patterns }));
  }
  switch (type.name) {
    case 'Int':
      return numericLeaf('an integer', INTEGER, Number.isInteger, bounds);
    case 'Float':
      return numericLeaf('a number', NUMBER, Number.isFinite, bounds);
    case 'Boolean':
      return booleanLeaf;
    case 'ID':
      return textLeaf(bounds, (input) =>
        typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input,
      );
    default:
      return textLeaf(bounds, (input) => input);
  }
}

function numericLeaf(
  noun: string,
  grammar: RegExp,
  isNumber: (value: unknown) => boolean,
  { min, max }: Pick<Constraints, 'min' | 'max'>,
): Leaf {
  const message = `must be ${noun}${rangeOf(min, max)}`;
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const value = input as number;
    if (!isNumber(input) || value < (min ?? -Infinity) || value > (max ?? Infinity)) problems.add(path, message);
    return input;
  };
  return {
    fromJson,
    fromText: (text, path, problems) => fromJson(grammar.test(text) ? Number(text) : text, path, problems),
  };
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

const booleanLeaf: Leaf = {
  fromText: (text, path, problems) => {
    if (text !== 'true' && text !== 'false') problems.add(path, 'must be true or false');
    return text === 'true';
  },
  fromJson: (input, path, problems) => {
    if (typeof input !== 'boolean') problems.add(path, 'must be true or false');
    return input;
  },
};

const anyJson: Coerce<unknown> = (input, path, problems) => {
  if (isTooDeep(input)) problems.add(path, TOO_DEEP);
  return input;
};

function textLeaf(bounds: Bounds, prepare: (input: unknown) => unknown): Leaf {
  const faultOf = compileTextFault(bounds);
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const text = prepare(input);
    const message = typeof text === 'string' ? faultOf(text) : 'must be a string';
    if (message !== undefined) problems.add(path, message);
    return text;
  };
  return { fromText: fromJson, fromJson };
}

function enumLeaf(type: GraphQLEnumType, conventions: Conventions): Leaf {
  const names = new Map([...enumTexts(type, conventions)].map(([name, text]) => [text, name]));
  const message = `must be one of ${listValues([...names.keys()], 180)}`;
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const name = typeof input === 'string' ? names.get(input) : undefined;
    if (name === undefined) problems.add(path, message);
    return name;
  };
  return { fromText: fromJson, fromJson };
}

/** A custom scalar is read by its JSON type and its bounds, by its own `parseValue`, whose value only the execution keeps, and by its patterns. */
function customLeaf(
  type: GraphQLScalarType,
  { fromText, fromJson }: Leaf,
  mismatchOf: (text: string) => string | undefined,
): Leaf {
  const parsed =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const before = problems.problems.length;
      const value = read(input as never, path, problems);
      if (problems.isFull || problems.problems.length > before) return value;
      try {
        type.parseValue(value);
      } catch (error) {
        problems.add(path, () => saidOf(type.name, (error as Error).message));
        return value;
      }
      const mismatch = typeof value === 'string' ? mismatchOf(value) : undefined;
      if (mismatch !== undefined) problems.add(path, mismatch);
      return value;
    };
  return { fromText: parsed(fromText), fromJson: parsed(fromJson) };
}

/** What a scalar says of a value it refuses, as the end of a sentence that begins with the parameter's name. */
function saidOf(name: string, message: string): string {
  const said = message.replace(/\.$/, '');
  return said.startsWith(`${name} must `) ? said.slice(name.length + 1) : `must be a valid ${name} (${said})`;
}

function plainLeaf(json: ScalarConvention['type'], bounds: Bounds): Leaf {
  switch (json) {
    case 'integer':
      return numericLeaf('an integer', INTEGER, Number.isSafeInteger, bounds);
    case 'number':
      return numericLeaf('a number', NUMBER, Number.isFinite, bounds);
    case 'boolean':
      return booleanLeaf;
    case 'any':
      return { fromText: (text) => text, fromJson: anyJson };
    case 'string':
      return textLeaf(bounds, (input) => input);
  }
}
