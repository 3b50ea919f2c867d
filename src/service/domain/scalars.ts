// The scalars that the subgraphs share. A value that is refused is refused with what it should have been.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDate, GraphQLDateTimeISO, GraphQLEmailAddress } from 'graphql-scalars';
import { validateText } from './validateText.ts';

/** An integer from 0 to 2^53 - 1: identifiers, money in minor units, counts. */
export const SafeInt = integerScalar('SafeInt', 0, Number.MAX_SAFE_INTEGER);

/** How many of a product are ordered. */
export const Quantity = integerScalar('Quantity', 1, 1000);

/** The longest e-mail address that can be delivered to. See RFC 5321 section 4.5.3.1.3 */
const MAX_EMAIL_LENGTH = 254;

/** See https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const EmailAddress = textScalar(
  'EmailAddress',
  unless(
    (text) => text.length <= MAX_EMAIL_LENGTH && accepts(GraphQLEmailAddress, text),
    `must be an e-mail address such as name@example.com, of at most ${MAX_EMAIL_LENGTH} characters`,
  ),
);

/** The longest name, in code points; a first and a last name count as they are joined. */
export const MAX_NAME_LENGTH = 200;

/** A name as it is given: white space around it does not count. */
export const PersonName = textScalar('PersonName', (text) => {
  const trimmed = text.trim();
  return trimmed === '' ? 'must not be blank' : validateText(trimmed, MAX_NAME_LENGTH);
});

/** See ISO 4217: three capital letters. */
export const CurrencyCode = textScalar(
  'CurrencyCode',
  unless((text) => /^[A-Z]{3}$/.test(text), 'must be a currency code such as EUR'),
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
function textScalar(name: string, faultOf: (text: string) => string | undefined): GraphQLScalarType<string, string> {
  const check = (value: unknown): string => {
    const fault = typeof value === 'string' ? faultOf(value) : 'must be a string';
    if (fault !== undefined) throw new GraphQLError(`${name} ${fault}.`);
    return value as string;
  };
  return new GraphQLScalarType<string, string>({
    name,
    serialize: String,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.STRING ? node.value : undefined),
  });
}

function unless(isValid: (text: string) => boolean, fault: string): (text: string) => string | undefined {
  return (text) => (isValid(text) ? undefined : fault);
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
