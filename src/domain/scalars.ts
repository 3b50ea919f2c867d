// The scalars that the subgraphs share. A value that is refused is refused with what it should have been.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDate, GraphQLDateTimeISO, GraphQLEmailAddress } from 'graphql-scalars';

/** An integer from 0 to 2^53 - 1: identifiers, money in minor units, counts. */
export const SafeInt = integerScalar('SafeInt', 0, Number.MAX_SAFE_INTEGER);

/** How many of a product are ordered. */
export const Quantity = integerScalar('Quantity', 1, 1000);

/** The longest e-mail address that can be delivered to. See RFC 5321 section 4.5.3.1.3 */
const MAX_EMAIL = 254;

/** See https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const EmailAddress = textScalar(
  'EmailAddress',
  `an e-mail address such as name@example.com, of at most ${MAX_EMAIL} characters`,
  (text) => text.length <= MAX_EMAIL && accepts(GraphQLEmailAddress, text),
);

/** See ISO 4217: three capital letters. */
export const CurrencyCode = textScalar('CurrencyCode', 'a currency code such as EUR', (text) =>
  /^[A-Z]{3}$/.test(text),
);

/** A calendar date, in JavaScript a Date at midnight UTC. See RFC 3339 section 5.6, full-date. */
export const DateScalar = renamed(GraphQLDate, 'Date');

/** A moment, written in UTC to the millisecond. See RFC 3339 section 5.6, date-time. */
export const DateTime = renamed(GraphQLDateTimeISO, 'DateTime');

function integerScalar(name: string, min: number, max: number): GraphQLScalarType<number, number> {
  const check = (value: unknown): number => {
    // Adding 0 makes -0, which is written differently, a plain 0.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0;
    throw new GraphQLError(`${name} must be an integer from ${min} to ${max}.`);
  };
  return new GraphQLScalarType<number, number>({
    name,
    serialize: check,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.INT ? Number(node.value) : undefined),
  });
}

/** What is stored was checked when it came in, so nothing is checked on its way out. */
function textScalar(name: string, what: string, isValid: (text: string) => boolean): GraphQLScalarType<string, string> {
  const check = (value: unknown): string => {
    if (typeof value === 'string' && isValid(value)) return value;
    throw new GraphQLError(`${name} must be ${what}.`);
  };
  return new GraphQLScalarType<string, string>({
    name,
    serialize: String,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** Descriptions stand in the SDL. */
function renamed(scalar: GraphQLScalarType<Date, Date | string>, name: string): GraphQLScalarType {
  return new GraphQLScalarType({ ...scalar.toConfig(), name, description: null, extensions: {} });
}

function accepts(scalar: GraphQLScalarType, value: unknown): boolean {
  try {
    scalar.parseValue(value);
    return true;
  } catch {
    return false;
  }
}
