import type { GraphQLScalarType } from 'graphql';
import type { ScalarConvention } from '../conventions/Conventions.ts';

const text = (format: string): ScalarConvention => ({ type: 'string', format });

/** By name, the first that matches. */
const BY_NAME: readonly (readonly [name: RegExp, convention: ScalarConvention])[] = [
  [/^(?:.*date_?time.*|timestamp(?:tz)?|.*timestamp|instant|iso8601datetime)$/i, text('date-time')],
  [/^(?:iso8601)?(?:.*Date|date|localdate|timelessdate)$/, text('date')],
  [/^(?:local)?timet?z?$/i, text('time')],
  [/^(?:.*duration|interval|period)$/i, text('duration')],
  [/^(?:uuid|guid|.*uuid)$/i, text('uuid')],
  [/^(?:.*ur[li])$/i, text('uri')],
  [/^(?:.*email(?:address)?)$/i, text('email')],
  [/^jsonstring$/i, { type: 'any', upstream: 'json' }],
  [
    /^(?:.*json.*|any|generic\w*|metadata|map|hash|object|record|dynamic|arbitrary\w*|unknown|keyvalue|dictionary)$/i,
    { type: 'any' },
  ],
  [
    /^(?:big_?int|int(?:2|4|8|64|32)|long|smallint|.*unsignedint\d*|u?int\d*|bigserial|posit?iveint\w*|nonnegativeint\w*|negativeint|port|year|minute|hour|day|second|milliseconds?|byte|bytes)$/i,
    { type: 'integer' },
  ],
  [
    /^(?:.*decimal|float\d*|double|bigfloat|bigdecimal|numeric|real|number|latitude|longitude|percent\w*|weight\w*|.*float)$/i,
    { type: 'number' },
  ],
];

/** The JSON of a custom scalar by its name, its `@specifiedBy`, or the beginning of its description; of any other, a text. */
export function scalarOf({ name, description, specifiedByURL }: GraphQLScalarType): ScalarConvention {
  if (/Or[A-Z]/.test(name)) return { type: 'string' };
  const url = specifiedByURL ?? '';
  if (/rfc3339|date-?time/i.test(url)) return text('date-time');
  if (/rfc4122|uuid/i.test(url)) return text('uuid');
  if (/rfc3986|url\.spec/i.test(url)) return text('uri');
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  const [sentence = ''] = (description ?? '').split(/[.:;,]/);
  if (/\binteger\b/i.test(sentence)) return { type: 'integer' };
  if (/\b(?:decimal|floating|float|number)\b/i.test(sentence) && !/\bstring|text\b/i.test(sentence))
    return { type: 'number' };
  return { type: 'string' };
}
