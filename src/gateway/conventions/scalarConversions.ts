import { specifiedScalarTypes } from 'graphql';
import type { ScalarConvention, ScalarConventions } from './Conventions.ts';
import { EPOCH_SECONDS, formatDateTime, parseDateTime } from './dateTimes.ts';

const SPECIFIED: ReadonlySet<string> = new Set(specifiedScalarTypes.map(({ name }) => name));

/** Whether a name is that of a scalar of the GraphQL specification, section 3.5. */
export function isSpecifiedScalar(name: string): boolean {
  return SPECIFIED.has(name);
}

/** The convention of a custom scalar or of ID, by its name; undefined where none names it. */
export function scalarConvention(name: string, { scalars }: ScalarConventions): ScalarConvention | undefined {
  // Those of the specification are always as it says.
  const isFixed = isSpecifiedScalar(name) && name !== 'ID';
  return Object.hasOwn(scalars, name) && !isFixed ? scalars[name] : undefined;
}

const JSON_TYPES = new Map<string, ScalarConvention['type']>([
  ['Int', 'integer'],
  ['Float', 'number'],
  ['Boolean', 'boolean'],
  ['String', 'string'],
]);

/** The type of the JSON of a scalar, by its name. */
export function jsonTypeOf(name: string, { scalars }: ScalarConventions): ScalarConvention['type'] {
  return JSON_TYPES.get(name) ?? scalars[name]?.type ?? 'string';
}

type Conversion = (value: unknown) => unknown;

/**
 * Compiles the conversion of a scalar from its JSON on the wire, which is valid, to how GraphQL writes it; undefined where both
 * are equal. An ID is a text in GraphQL.
 */
export function compileToUpstream(name: string, conventions: ScalarConventions): Conversion | undefined {
  const convention = scalarConvention(name, conventions);
  switch (convention?.upstream) {
    case 'date-time':
      return (value) => formatDateTime(value as number);
    case 'unixtime':
      return (value) => Math.floor(parseDateTime(value as string)! / 1000);
    case 'json':
      return (value) => JSON.stringify(value);
    default:
      return name === 'ID' && convention?.type === 'integer' ? String : undefined;
  }
}

/**
 * Compiles the conversion of a scalar from how GraphQL writes it to its JSON on the wire; undefined where both are equal. Throws
 * for a value that the wire cannot have; null is handled before.
 */
export function compileToWire(name: string, conventions: ScalarConventions): Conversion | undefined {
  const convention = scalarConvention(name, conventions);
  const refuse = (expected: string): never => {
    throw new Error(`A value of ${name} in GraphQL is not ${expected}. Change "scalars.${name}" in conventions.json.`);
  };
  switch (convention?.upstream) {
    case 'date-time':
      return (value) => {
        const time = typeof value === 'string' ? parseDateTime(value) : undefined;
        return time === undefined ? refuse('a date-time of RFC 3339') : Math.floor(time / 1000);
      };
    case 'unixtime':
      return (value) => {
        const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
        const isTime = typeof seconds === 'number' && seconds >= EPOCH_SECONDS.min && seconds < EPOCH_SECONDS.max + 1;
        return isTime ? formatDateTime(seconds) : refuse('a number of seconds since the epoch');
      };
    case 'json':
      return (value) => {
        try {
          return JSON.parse(value as string) as unknown;
        } catch {
          return refuse('a text of JSON');
        }
      };
  }
  switch (convention?.type) {
    case 'integer':
      return (value) => (typeof value === 'number' ? value : toNumber(name, value, Number.isSafeInteger));
    case 'number':
      return (value) => (typeof value === 'number' ? value : toNumber(name, value, Number.isFinite));
    case 'boolean':
      return (value) => (typeof value === 'string' ? value === 'true' : value);
    default:
      return undefined;
  }
}

/** The number in the text of a scalar; one that JSON cannot represent exactly is an error, never another number. */
function toNumber(type: string, text: unknown, isExact: (number: number) => boolean): number {
  const number = Number(text);
  // Two ids that differ as texts, such as 7 and 07, are never one number.
  if (isExact(number) && (type !== 'ID' || String(number) === text)) return number;
  const article = type === 'ID' ? 'An' : 'A';
  throw new Error(
    `${article} ${type} cannot be represented as a JSON number. Declare ${type} as a string in conventions.json.`,
  );
}
