import type { GraphQLScalarType } from 'graphql';
import type { ScalarConvention } from '../conventions/Conventions.ts';
import { listValues } from '../errors/listValues.ts';
import { type Bounds, boundsOfType, intersectBounds, isSpecifiedScalar } from '../plan/bounds.ts';
import type { Constraints } from '../plan/Constraints.ts';
import type { Coerce } from './Coerce.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileTextCheck } from './compileTextCheck.ts';
import { TOO_DEEP, isTooDeep } from './maxDepth.ts';

/** The coercions of a scalar or an enum: from decoded text (path, query, header) and from JSON. */
export interface Leaf {
  fromText: Coerce<string>;
  fromJson: Coerce<unknown>;
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/; // RFC 8259, section 6

/** Compiles the coercion of a leaf type, by its name. Null is handled before. */
export function compileLeaf(name: string, constraints: Constraints, context: CoercionContext): Leaf {
  if (constraints.values) return oneOf(constraints.values.map(({ text, value }) => [text, value]));
  const enumPlan = context.types.enums[name];
  if (enumPlan) return oneOf(Object.entries(enumPlan.values).map(([value, text]) => [text, value]));
  const bounds = intersectBounds(boundsOfType(name, context), constraints);
  if (!isSpecifiedScalar(name)) {
    const json = context.conventions.scalars[name]?.type ?? 'string';
    const scalar = context.scalar(name);
    if (!scalar) return plainLeaf(json, bounds);
    // The scalar's own message is more readable than a pattern, and so its check comes before that of the pattern.
    return customLeaf(
      scalar,
      plainLeaf(json, { ...bounds, patterns: [] }),
      compileTextCheck({ patterns: bounds.patterns }),
    );
  }
  switch (name) {
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
  if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
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
  const problemOf = compileTextCheck(bounds);
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const text = prepare(input);
    const message = typeof text === 'string' ? problemOf(text) : 'must be a string';
    if (message !== undefined) problems.add(path, message);
    return text;
  };
  return { fromText: fromJson, fromJson };
}

/** Texts, and what each stands for. */
function oneOf(values: readonly (readonly [text: string, value: unknown])[]): Leaf {
  const byText = new Map(values);
  const message = `must be one of ${listValues([...byText.keys()], 180)}`;
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const value = typeof input === 'string' ? byText.get(input) : undefined;
    if (value === undefined) problems.add(path, message);
    return value;
  };
  return { fromText: fromJson, fromJson };
}

/** A custom scalar is checked by its JSON type and bounds, by its own `parseValue`, whose value only the execution uses, and by its patterns. */
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
        problems.add(path, () => describeRefusal(type.name, (error as Error).message));
        return value;
      }
      const mismatch = typeof value === 'string' ? mismatchOf(value) : undefined;
      if (mismatch !== undefined) problems.add(path, mismatch);
      return value;
    };
  return { fromText: parsed(fromText), fromJson: parsed(fromJson) };
}

/** The message of a scalar that refuses a value, as the end of a sentence that begins with the name of the parameter. */
function describeRefusal(name: string, message: string): string {
  const reason = message.replace(/\.$/, '');
  return reason.startsWith(`${name} must `) ? reason.slice(name.length + 1) : `must be a valid ${name} (${reason})`;
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
