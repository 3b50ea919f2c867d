import { type GraphQLScalarType, parseValue } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  CurrencyCode,
  DateScalar,
  DateTime,
  EmailAddress,
  PersonName,
  Quantity,
  SafeInt,
  escapePattern,
  validateSearch,
} from '../../../src/service/domain/scalars.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const longest = `${'a'.repeat(242)}@example.com`;

interface Case {
  scalar: GraphQLScalarType;
  /** A value as JSON, and as a GraphQL literal. */
  accepted: [json: unknown, literal: string][];
  refused: [json: unknown, literal: string][];
  message: RegExp;
}

const cases: Case[] = [
  {
    scalar: SafeInt,
    accepted: [
      [0, '0'],
      [1, '1'],
      [MAX, String(MAX)],
    ],
    refused: [
      [-1, '-1'],
      [MAX + 1, '9007199254740992'],
      [1.5, '1.5'],
      ['1', '"1"'],
      [null, 'null'],
      [true, 'true'],
      [NaN, '1e400'],
      [[1], '[1]'],
      [1n, 'ONE'],
    ],
    message: /^SafeInt must be an integer between 0 and 9007199254740991\.$/,
  },
  {
    scalar: Quantity,
    accepted: [
      [1, '1'],
      [1000, '1000'],
    ],
    refused: [
      [0, '0'],
      [1001, '1001'],
      ['5', '"5"'],
      [2.5, '2.5'],
    ],
    message: /^Quantity must be an integer between 1 and 1000\.$/,
  },
  {
    scalar: EmailAddress,
    accepted: [
      ['ada@example.com', '"ada@example.com"'],
      ["o'hara+x@mail.example.co.uk", `"o'hara+x@mail.example.co.uk"`],
      [longest, `"${longest}"`],
    ],
    refused: [
      ['', '""'],
      ['ada', '"ada"'],
      ['ada@', '"ada@"'],
      [' ada@example.com', '" ada@example.com"'],
      ['ada@example.com\0', '"ada@example.com\\u0000"'],
      ['ada@exam ple.com', '"ada@exam ple.com"'],
      [`a${longest}`, `"a${longest}"`],
    ],
    message: /^EmailAddress must be an e-mail address such as name@example\.com, of at most 254 characters\.$/,
  },
  {
    scalar: EmailAddress,
    accepted: [],
    refused: [
      [5, '5'],
      [null, 'null'],
      [['ada@example.com'], '["ada@example.com"]'],
    ],
    message: /^EmailAddress must be a string\.$/,
  },
  {
    scalar: PersonName,
    accepted: [
      ['Ada Lovelace', '"Ada Lovelace"'],
      [' Ada ', '" Ada "'],
      ['😀'.repeat(200), `"${'😀'.repeat(200)}"`],
      [` ${'a'.repeat(200)} `, `" ${'a'.repeat(200)} "`],
    ],
    refused: [
      ['', '""'],
      [' \t\n', '" \\t\\n"'],
    ],
    message: /^PersonName must not be blank\.$/,
  },
  {
    scalar: PersonName,
    accepted: [],
    refused: [
      ['a'.repeat(201), `"${'a'.repeat(201)}"`],
      ['😀'.repeat(201), `"${'😀'.repeat(201)}"`],
    ],
    message: /^PersonName must have at most 200 characters\.$/,
  },
  {
    scalar: PersonName,
    accepted: [],
    refused: [['a\0', '"a\\u0000"']],
    message: /^PersonName must not contain U\+0000 or a lone surrogate\.$/,
  },
  {
    scalar: CurrencyCode,
    accepted: [['EUR', '"EUR"']],
    refused: [
      ['eur', '"eur"'],
      ['EURO', '"EURO"'],
      ['', '""'],
      ['EUR\n', '"EUR\\n"'],
    ],
    message: /^CurrencyCode must be a currency code such as EUR\.$/,
  },
];

describe('scalars', () => {
  describe.each(cases)('$scalar.name', ({ scalar, accepted, refused, message }) => {
    test.each(accepted)('accepts %j as JSON and as a literal', (json, literal) => {
      expect(scalar.parseValue(json)).toBe(json);
      expect(scalar.parseLiteral(parseValue(literal))).toBe(json);
      expect(scalar.serialize(json)).toBe(json);
    });

    test.each(refused.map(([json, literal]) => ({ json, literal })))(
      'refuses $literal, and says what is expected',
      ({ json, literal }) => {
        expect(() => scalar.parseValue(json)).toThrow(message);
        expect(() => scalar.parseLiteral(parseValue(literal))).toThrow(message);
      },
    );
  });

  test('SafeInt treats -0 as 0', () => {
    expect(Object.is(SafeInt.parseValue(-0), 0)).toBe(true);
  });

  test('SafeInt serializes no number that JSON cannot represent exactly', () => {
    expect(() => SafeInt.serialize(MAX + 1)).toThrow();
  });

  test('Date is serialized as a calendar date', () => {
    expect(DateScalar.serialize(new Date('2026-03-01T00:00:00Z'))).toBe('2026-03-01');
    expect(DateScalar.parseValue('2026-03-01')).toEqual(new Date('2026-03-01T00:00:00Z'));
    expect(() => DateScalar.parseValue('2026-02-30')).toThrow();
  });

  test('DateTime is serialized in UTC with milliseconds', () => {
    expect(DateTime.serialize(new Date('2026-03-01T10:30:00+01:00'))).toBe('2026-03-01T09:30:00.000Z');
    expect(DateTime.parseValue('2026-03-01T10:30:00+01:00')).toEqual(new Date('2026-03-01T09:30:00Z'));
    expect(() => DateTime.parseValue('2026-03-01')).toThrow();
  });
});

describe('texts', () => {
  test.each(['abc', '%_\\', '   ', '日本語', '😀😀😀', 'a'.repeat(100), '😀'.repeat(100)])('accepts %j', (text) => {
    expect(validateSearch(text)).toBeUndefined();
  });

  test.each([
    ['', 'must have at least 3 characters'],
    ['ab', 'must have at least 3 characters'],
    ['😀😀', 'must have at least 3 characters'],
    ['a'.repeat(101), 'must have at most 100 characters'],
    ['😀'.repeat(101), 'must have at most 100 characters'],
    ['abc\0', 'must not contain U+0000 or a lone surrogate'],
    ['abc\ud800', 'must not contain U+0000 or a lone surrogate'],
  ])('refuses %j', (text, message) => {
    expect(validateSearch(text)).toBe(message);
  });

  test.each([
    ['ada', 'ada'],
    ['100%', '100\\%'],
    ['a_b', 'a\\_b'],
    ['a\\b', 'a\\\\b'],
  ])('the pattern for %j is %j', (text, pattern) => {
    expect(escapePattern(text)).toBe(pattern);
  });
});
