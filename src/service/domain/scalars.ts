// The scalars that the subgraphs share. Their errors say what is expected.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDate, GraphQLDateTimeISO } from 'graphql-scalars';
import * as z from 'zod';

/** An integer from 0 to 2^53 - 1: identifiers, money in minor units, counts. */
export const SafeInt = integerScalar('SafeInt', 0, Number.MAX_SAFE_INTEGER);

/** The ordered quantity of a product: an integer from 1 to 1000. */
export const Quantity = integerScalar('Quantity', 1, 1000);

/** The maximum length of a deliverable e-mail address. See RFC 5321 section 4.5.3.1.3 */
const MAX_EMAIL_LENGTH = 254;

/** See https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const EmailAddress = textScalar('EmailAddress', (text) =>
  text.length <= MAX_EMAIL_LENGTH && z.regexes.html5Email.test(text)
    ? undefined
    : `must be an e-mail address such as name@example.com, of at most ${MAX_EMAIL_LENGTH} characters`,
);

/** The maximum length of a full name, in code points. */
export const MAX_NAME_LENGTH = 200;

/** A name of a person; the length excludes surrounding white space. */
export const PersonName = textScalar('PersonName', (text) => {
  const trimmed = text.trim();
  return trimmed === '' ? 'must not be blank' : validateText(trimmed, MAX_NAME_LENGTH);
});

/** See ISO 4217: three capital letters. */
export const CurrencyCode = textScalar('CurrencyCode', (text) =>
  /^[A-Z]{3}$/.test(text) ? undefined : 'must be a currency code such as EUR',
);

/** A calendar date; in JavaScript a Date at midnight UTC. See RFC 3339 section 5.6, full-date. */
export const DateScalar = renamed(GraphQLDate, 'Date');

/** A date and time, serialized in UTC with milliseconds. See RFC 3339 section 5.6, date-time. */
export const DateTime = renamed(GraphQLDateTimeISO, 'DateTime');

function integerScalar(name: string, min: number, max: number): GraphQLScalarType<number, number> {
  const check = (value: unknown): number => {
    // Adding 0 turns -0, which serializes differently, into 0.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0;
    throw new GraphQLError(`${name} must be an integer between ${min} and ${max}.`);
  };
  return new GraphQLScalarType<number, number>({
    name,
    serialize: check,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.INT ? Number(node.value) : undefined),
  });
}

/** A scalar of text that `validate` accepts. Stored text was validated as input, so serializing does not validate it. */
function textScalar(name: string, validate: (text: string) => string | undefined): GraphQLScalarType<string, string> {
  const check = (value: unknown): string => {
    const message = typeof value === 'string' ? validate(value) : 'must be a string';
    if (message !== undefined) throw new GraphQLError(`${name} ${message}.`);
    return value as string;
  };
  return new GraphQLScalarType<string, string>({
    name,
    serialize: String,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** A copy under another name; its description is in the SDL. */
function renamed(scalar: GraphQLScalarType<Date, Date | string>, name: string): GraphQLScalarType {
  return new GraphQLScalarType({ ...scalar.toConfig(), name, description: null, extensions: {} });
}

/** The length of a search, in code points. A trigram index serves no shorter text. */
const MIN_SEARCH_LENGTH = 3;
const MAX_SEARCH_LENGTH = 100;

/**
 * Validates a text that is to be stored or looked up: returns what is wrong with it, such as `must have at most 200
 * characters`, or undefined. PostgreSQL stores no U+0000, and a lone surrogate is no character. Lengths count Unicode code
 * points, as PostgreSQL's varchar does.
 */
export function validateText(text: string, maxLength = Infinity): string | undefined {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not contain U+0000 or a lone surrogate';
  // A code point takes one or two UTF-16 code units, so most texts need no counting.
  const isTooLong = text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
  return isTooLong ? `must have at most ${maxLength} characters` : undefined;
}

/** Validates the text of a search: returns what is wrong with it, or undefined. */
export function validateSearch(text: string): string | undefined {
  // A code point takes one or two UTF-16 code units.
  const start = text.slice(0, 2 * MIN_SEARCH_LENGTH);
  if ([...start].length < MIN_SEARCH_LENGTH) return `must have at least ${MIN_SEARCH_LENGTH} characters`;
  return validateText(text, MAX_SEARCH_LENGTH);
}

/** A text for a pattern of LIKE, which finds it as it is. Neither Prisma's `contains` nor a raw statement escapes it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
