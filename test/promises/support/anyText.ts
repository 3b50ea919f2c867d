import fc from 'fast-check';

/** Names that objects have by themselves. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', ''];

/** Text of every kind: plain, all of Unicode with lone surrogates, U+0000, and what means something somewhere. */
export const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\u202e',
    'ß',
    'İ',
    '%',
    '%00',
    "'; --",
    '${1}',
    '../',
    '\r\n',
  ),
  fc.constantFrom('ada@example.com', 'Ada Lovelace', 'London', 'items', 'user', 'items,user', 'null', 'true', 'NaN'),
);
/** What stands for a number, or nearly. */
export const numeral = fc.oneof(
  fc.nat(300).map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom('-0', '00', '1e3', '1e400', '9007199254740991', '9007199254740992', '9'.repeat(400), '0x10'),
);

/** Percent-encoded as it should be, or left as it is as far as an HTTP client will send it. */
export const encoded = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.boolean()).map(([raw, asIs]) => (asIs ? raw.replace(/[^!-~]|[?#]/g, '') : encode(raw)));
const encode = (raw: string) => encodeURIComponent(Buffer.from(raw).toString());

/** One kind of value several times as often as another. */
export const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, times = 6): fc.Arbitrary<T> =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Null nineteen times of twenty. */
export const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => mostly(fc.constant(null), value, 19);
