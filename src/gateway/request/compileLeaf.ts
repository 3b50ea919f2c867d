import { GraphQLScalarType } from 'graphql';
import { compileToUpstream } from '../conventions/compileToUpstream.ts';
import type { ScalarConvention } from '../conventions/Conventions.ts';
import { scalarConvention } from '../conventions/scalarConvention.ts';
import { listValues } from '../errors/listValues.ts';
import { type Bounds, boundsOfType, intersectBounds, isSpecifiedScalar } from '../plan/bounds.ts';
import type { Constraints } from '../plan/Constraints.ts';
import type { Coerce } from './Coerce.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileFormatCheck } from './compileFormatCheck.ts';
import { type Violation, compileTextCheck } from './compileTextCheck.ts';
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
  if (!isSpecifiedScalar(name) || scalarConvention(name, context.conventions)) return scalarLeaf(name, bounds, context);
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
    if (!isNumber(input)) problems.add(path, message, 'type');
    else if (value < (min ?? -Infinity)) problems.add(path, message, 'minimum');
    else if (value > (max ?? Infinity)) problems.add(path, message, 'maximum');
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
    if (text !== 'true' && text !== 'false') problems.add(path, 'must be true or false', 'type');
    return text === 'true';
  },
  fromJson: (input, path, problems) => {
    if (typeof input !== 'boolean') problems.add(path, 'must be true or false', 'type');
    return input;
  },
};

const anyJson: Coerce<unknown> = (input, path, problems) => {
  if (isTooDeep(input)) problems.add(path, TOO_DEEP);
  return input;
};

const NO_TEXT: Violation = { message: 'must be a string', keyword: 'type' };

function textLeaf(bounds: Bounds, prepare: (input: unknown) => unknown): Leaf {
  const violationOf = compileTextCheck(bounds);
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const text = prepare(input);
    const violation = typeof text === 'string' ? violationOf(text) : NO_TEXT;
    if (violation) problems.add(path, violation.message, violation.keyword);
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
    if (value === undefined) problems.add(path, message, 'enum');
    return value;
  };
  return { fromText: fromJson, fromJson };
}

/** The `parseValue` of a scalar that does not check its values. */
const { parseValue: ACCEPT_ANY } = new GraphQLScalarType({ name: 'Any' });

/**
 * A scalar is checked by its JSON type and bounds, by its own `parseValue`, whose value only the execution uses, or else by its
 * format, and by its patterns: every other message is more readable than theirs. Then it is written as GraphQL has it.
 */
function scalarLeaf(name: string, bounds: Bounds, context: CoercionContext): Leaf {
  const { type: json, format, upstream } = scalarConvention(name, context.conventions) ?? { type: 'string' };
  const defined = isSpecifiedScalar(name) ? undefined : context.scalar(name);
  const scalar = defined?.parseValue === ACCEPT_ANY ? undefined : defined;
  const formatProblemOf = scalar && upstream !== 'unixtime' ? undefined : compileFormatCheck(format);
  const toUpstream = compileToUpstream(name, context.conventions);
  if (!scalar && !formatProblemOf && !toUpstream) return plainLeaf(json, bounds);

  const mismatchOf = compileTextCheck({ patterns: bounds.patterns });
  const violationOf = (value: unknown, written: unknown): ScalarViolation | undefined => {
    const message = typeof value === 'string' ? formatProblemOf?.(value) : undefined;
    if (message !== undefined) return { message, keyword: 'format' };
    try {
      scalar?.parseValue(written);
    } catch (error) {
      return { message: () => describeRefusal(name, (error as Error).message), keyword: 'format' };
    }
    return typeof value === 'string' ? mismatchOf(value) : undefined;
  };
  const checked =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const before = problems.problems.length;
      const value = read(input as never, path, problems);
      if (problems.isFull || problems.problems.length > before) return value;
      const written = toUpstream ? toUpstream(value) : value;
      const violation = violationOf(value, written);
      if (!violation) return written;
      problems.add(path, violation.message, violation.keyword);
      return value;
    };
  const { fromText, fromJson } = plainLeaf(json, { ...bounds, patterns: [] });
  return { fromText: checked(upstream === 'json' ? jsonText : fromText), fromJson: checked(fromJson) };
}

/** What is wrong with a scalar; its own message is made only where there is room for it. */
type ScalarViolation = Pick<Violation, 'keyword'> & { message: string | (() => string) };

/** A text of JSON, where GraphQL has the text of it. */
const jsonText: Coerce<string> = (text, path, problems) => {
  try {
    return anyJson(JSON.parse(text), path, problems);
  } catch {
    problems.add(path, 'must be JSON', 'type');
    return undefined;
  }
};

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
