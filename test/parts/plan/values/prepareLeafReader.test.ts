import { GraphQLScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ScalarConvention } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import type { Bounds, Constraints } from '../../../../src/gateway/plan/bounds.ts';
import { InputPath } from '../../../../src/gateway/plan/values/coercion.ts';
import {
  checkItems,
  prepareFormatCheck,
  prepareLeafReader,
  prepareTextCheck,
} from '../../../../src/gateway/plan/values/prepareLeafReader.ts';
import { contextOf, readAs } from '../../handle/read/support/coercion.ts';

/** Scalars of the conventions, in the words of JSON Schema. */
const SCALARS: Record<string, ScalarConvention> = {
  Id: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
  Whole: { type: 'integer' },
  AtLeast: { type: 'integer', minimum: 5 },
  AtMost: { type: 'number', maximum: 5 },
  Ratio: { type: 'number', minimum: 0, maximum: 1 },
  Switch: { type: 'boolean' },
  Json: { type: 'any' },
  Short: { type: 'string', maxLength: 3 },
};

function leafOf(type: string, constraints: Constraints = {}) {
  const { fromText, fromJson } = prepareLeafReader(
    type,
    constraints,
    contextOf({ conventions: { scalars: SCALARS }, enums: { Genre: { FICTION: 'made up', FACT: 'true' } } }),
  );
  return {
    text: (input: string) => readAs(fromText, input),
    json: (input: unknown) => readAs(fromJson, input),
  };
}

const refused = (message: string) => ({ problems: [`x ${message}`] });
const INT = 'must be an integer between -2147483648 and 2147483647';
const ID = 'must be an integer between 0 and 9007199254740991';
const BOOLEAN = 'must be true or false';

describe('compileLeaf', () => {
  describe('text', () => {
    test.each<[string, string, unknown]>([
      ['String', '', ''],
      ['String', ' a ', ' a '],
      ['Int', '0', 0],
      ['Int', '-5', -5],
      ['Int', '10', 10],
      ['Int', '2147483647', 2147483647],
      ['Int', '-2147483648', -2147483648],
      ['Float', '-1.5e3', -1500],
      ['Float', '0', 0],
      ['Float', '-0', -0],
      ['Float', '1E+2', 100],
      ['Float', '12.50', 12.5],
      ['Boolean', 'true', true],
      ['Boolean', 'false', false],
      ['ID', '01', '01'],
      ['Genre', 'made up', 'FICTION'],
      ['Genre', 'true', 'FACT'],
      ['Id', '9007199254740991', 9007199254740991],
      ['Whole', '-9007199254740991', -9007199254740991],
      ['AtLeast', '5', 5],
      ['AtMost', '-1e300', -1e300],
      ['Ratio', '0.5', 0.5],
      ['Switch', 'true', true],
      ['Json', '{"a":1}', '{"a":1}'],
      ['Short', 'abc', 'abc'],
      ['Unknown', 'any text', 'any text'],
    ])('of %s: %j is %j', (type, text, value) => {
      expect(leafOf(type).text(text)).toEqual({ value });
    });

    test.each<[string, string, string]>([
      ['Int', '', INT],
      ['Int', '2147483648', INT],
      ['Int', '-2147483649', INT],
      ['Int', '0x10', INT],
      ['Int', ' 1', INT],
      ['Int', '1 ', INT],
      ['Int', '01', INT],
      ['Int', '-0', INT],
      ['Int', '+1', INT],
      ['Int', '1.0', INT],
      ['Int', '1e1', INT],
      ['Float', '1.', 'must be a number'],
      ['Float', '.5', 'must be a number'],
      ['Float', '01', 'must be a number'],
      ['Float', 'NaN', 'must be a number'],
      ['Float', 'Infinity', 'must be a number'],
      ['Float', '1e999', 'must be a number'],
      ['Float', '1e', 'must be a number'],
      ['Float', 'x1', 'must be a number'],
      ['Float', '1x', 'must be a number'],
      ['Boolean', 'TRUE', BOOLEAN],
      ['Boolean', '', BOOLEAN],
      ['ID', '', 'must not be empty'],
      ['Genre', 'FICTION', 'must be one of "made up", "true"'],
      ['Id', 'x', ID],
      ['Id', '-1', ID],
      ['Id', '-0', ID],
      ['Id', '9007199254740992', ID],
      ['Whole', '9007199254740993.0', 'must be an integer'],
      ['AtLeast', '4', 'must be an integer of at least 5'],
      ['AtMost', '5.1', 'must be a number of at most 5'],
      ['Ratio', '1.1', 'must be a number between 0 and 1'],
      ['Switch', '1', BOOLEAN],
      ['Short', '', 'must not be empty'],
      ['Short', 'abcd', 'must have at most 3 characters'],
      ['Unknown', '', 'must not be empty'],
    ])('of %s: %j is refused: %s', (type, text, message) => {
      expect(leafOf(type).text(text)).toEqual(refused(message));
    });
  });

  describe('JSON', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

    test.each<[string, unknown, unknown]>([
      ['String', '', ''],
      ['Int', -5, -5],
      ['Float', 1, 1],
      ['Float', 0.5, 0.5],
      ['Boolean', false, false],
      ['ID', 'x', 'x'],
      ['ID', 9007199254740991, '9007199254740991'],
      ['ID', -1, '-1'],
      ['Genre', 'true', 'FACT'],
      ['Id', 0, 0],
      ['Ratio', 1, 1],
      ['Switch', true, true],
      ['Json', { a: [1] }, { a: [1] }],
      ['Json', nested(100), nested(100)],
      ['Short', 'abc', 'abc'],
    ])('of %s: %j is %j', (type, input, value) => {
      expect(leafOf(type).json(input)).toEqual({ value });
    });

    test.each<[string, unknown, string]>([
      ['String', 1, 'must be a string'],
      ['String', ['a'], 'must be a string'],
      ['Int', '1', INT],
      ['Int', 1.5, INT],
      ['Int', true, INT],
      ['Float', '1', 'must be a number'],
      ['Boolean', 'true', BOOLEAN],
      ['Boolean', 0, BOOLEAN],
      ['ID', 1.5, 'must be a string'],
      ['ID', false, 'must be a string'],
      ['Genre', 'POEM', 'must be one of "made up", "true"'],
      ['Genre', ['true'], 'must be one of "made up", "true"'],
      ['Genre', 'constructor', 'must be one of "made up", "true"'],
      ['Id', 1.5, ID],
      ['Id', '1', ID],
      ['Ratio', -0.5, 'must be a number between 0 and 1'],
      ['Switch', 'true', BOOLEAN],
      ['Json', nested(101), 'must not be nested more than 100 levels deep'],
      ['Json', JSON.parse('{"a":['.repeat(51) + ']}'.repeat(51)), 'must not be nested more than 100 levels deep'],
      ['Short', 5, 'must be a string'],
    ])('of %s: %j is refused: %s', (type, input, message) => {
      expect(leafOf(type).json(input)).toEqual(refused(message));
    });
  });

  describe('bounds of the parameter', () => {
    test.each<[string, Constraints, string, unknown]>([
      ['Int', { min: 1 }, '0', refused('must be an integer between 1 and 2147483647')],
      ['Int', { max: 1 }, '2', refused('must be an integer between -2147483648 and 1')],
      ['Id', { max: 10 }, '11', refused('must be an integer between 0 and 10')],
      ['Id', { min: -5 }, '-1', refused(ID)],
      ['Id', { min: 5, max: 1e300 }, 'x', refused('must be an integer between 5 and 9007199254740991')],
      ['Float', { min: 0.5 }, '0.4', refused('must be a number of at least 0.5')],
      ['Float', { min: 0.5 }, '0.5', { value: 0.5 }],
      ['String', { minLength: 2 }, 'a', refused('must have at least 2 characters')],
      ['ID', { minLength: 0 }, '', refused('must not be empty')],
      ['ID', { maxLength: 1 }, 'ab', refused('must have at most 1 characters')],
      ['Short', { maxLength: 20 }, 'abcd', refused('must have at most 3 characters')],
      ['Unknown', { pattern: '[a-z]' }, 'A', refused('must match [a-z]')],
      ['String', { pattern: '[a-z]' }, 'a', { value: 'a' }],
    ])('hold besides those of %s: %j for %j', (type, constraints, text, expected) => {
      expect(leafOf(type, constraints).text(text)).toEqual(expected);
    });
  });

  test('JSON of 20,000 levels costs no stack', () => {
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
    expect(leafOf('Json').json(deep)).toEqual(refused('must not be nested more than 100 levels deep'));
  });

  test('a large enum names its first values, and counts the others', () => {
    const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`C${index}`, `COLOUR_${index}`]));
    const { fromJson } = prepareLeafReader('Colour', {}, contextOf({ enums: { Colour: values } }));
    const { problems } = readAs(fromJson, 'MAUVE') as { problems: [string] };
    const [, last, more] = /^x must be one of "COLOUR_0", .*"COLOUR_(\d+)", … and (\d+) more$/.exec(problems[0])!;
    expect(Number(last) + 1 + Number(more)).toBe(200);
    expect(problems[0].length).toBeLessThanOrEqual(202);
    expect(problems[0].length).toBeGreaterThan(150);
  });

  describe('a custom scalar of the schema', () => {
    let parsed: unknown[] = [];
    const isbn = new GraphQLScalarType({
      name: 'Isbn',
      parseValue(value) {
        parsed.push(value);
        if (typeof value === 'string' && /^\d{10}$/.test(value)) return BigInt(value);
        throw new Error(value === 'x' ? 'Isbn must have 10.0 digits.' : 'ten digits');
      },
    });
    const compile = () =>
      prepareLeafReader(
        'Isbn',
        { pattern: '3.*', maxLength: 20 },
        contextOf({
          scalars: [isbn],
          conventions: { scalars: { Isbn: { type: 'string', pattern: '[0-9]{10}', maxLength: 10 } } },
        }),
      );

    test.each<[string, unknown, number]>([
      ['3123456789', { value: '3123456789' }, 1],
      ['4123456789', refused('must match 3.*'), 1],
      ['3x', refused('must be a valid Isbn (ten digits)'), 1],
      ['x', refused('must have 10.0 digits'), 1],
      ['31234567890', refused('must have at most 10 characters'), 0],
      ['', refused('must not be empty'), 0],
    ])('is checked by its bounds, itself and its patterns: %j', (input, expected, times) => {
      const leaf = compile();
      for (const read of [leaf.fromText, leaf.fromJson]) {
        parsed = [];
        expect(readAs<never>(read, input as never)).toEqual(expected);
        expect(parsed).toEqual(Array(times).fill(input));
      }
    });
    test('is checked by the type of its JSON first', () => {
      parsed = [];
      expect(readAs(compile().fromJson, 7)).toEqual(refused('must be a string'));
      expect(parsed).toEqual([]);
    });
    test('is not parsed once the problems are full', () => {
      const problems = new ProblemCollector();
      for (let count = 0; count <= 50; count++) problems.add('y', 'is wrong');
      parsed = [];
      compile().fromJson('3123456789', InputPath.of('x'), problems);
      expect(parsed).toEqual([]);
    });
    test('is checked though another value has a problem', () => {
      const problems = new ProblemCollector();
      problems.add('y', 'is wrong');
      compile().fromJson('3x', InputPath.of('x'), problems);
      expect(problems.problems.map(({ field }) => field)).toEqual(['y', 'x']);
    });
    test('of a number has no pattern', () => {
      const even = new GraphQLScalarType({ name: 'Even' });
      const { fromText } = prepareLeafReader(
        'Even',
        { pattern: 'x' },
        contextOf({ scalars: [even], conventions: { scalars: { Even: { type: 'integer' } } } }),
      );
      expect(readAs(fromText, '2')).toEqual({ value: 2 });
    });
  });
});

/** Not blank, and without U+0000. */
const NAME = String.raw`\s*[^\s\x00][^\x00]*`;

describe('prepareTextCheck', () => {
  test.each<[Partial<Bounds>, string, string | undefined]>([
    [{}, '', undefined],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ minLength: 1 }, 'a', undefined],
    [{ minLength: 2 }, 'a', 'must have at least 2 characters'],
    [{ minLength: 2 }, 'ab', undefined],
    [{ minLength: 2 }, '😀', 'must have at least 2 characters'],
    [{ minLength: 2 }, '😀😀', undefined],
    [{ minLength: 3 }, '😀a', 'must have at least 3 characters'],
    [{ minLength: 3 }, '😀ab', undefined],
    [{ minLength: 3 }, 'abc', undefined],
    [{ maxLength: 0 }, '', undefined],
    [{ maxLength: 0 }, 'a', 'must have at most 0 characters'],
    [{ maxLength: 2 }, 'ab', undefined],
    [{ maxLength: 2 }, 'abc', 'must have at most 2 characters'],
    [{ maxLength: 2 }, '😀😀', undefined],
    [{ maxLength: 2 }, '😀😀a', 'must have at most 2 characters'],
    [{ maxLength: 3 }, '👩‍🚀', undefined],
    [{ patterns: ['[a-z]+'] }, 'abc', undefined],
    [{ patterns: ['[a-z]+'] }, 'abc1', 'must match [a-z]+'],
    [{ patterns: ['[a-z]+'] }, '1abc', 'must match [a-z]+'],
    [{ patterns: ['a|b'] }, 'ab', 'must match a|b'],
    [{ patterns: ['.'] }, '😀', undefined],
    [{ patterns: ['a.', '.b'] }, 'ab', undefined],
    [{ patterns: ['a.', '.b'] }, 'ac', 'must match .b'],
    [{ patterns: ['a.', '.b'] }, 'cc', 'must match a.'],
    [{ minLength: 2, patterns: ['b'] }, 'a', 'must have at least 2 characters'],
    [{ maxLength: 1, patterns: ['b'] }, 'aa', 'must have at most 1 characters'],
  ])('%j says of %j: %s', (bounds, text, problem) => {
    expect(prepareTextCheck({ patterns: [], ...bounds })(text)?.message).toBe(problem);
  });

  describe('a text that misses its pattern', () => {
    test.each([
      ['a', NAME, undefined],
      ['', NAME, 'must not be empty'],
      [' \n', NAME, 'must not be blank'],
      ['a\0', NAME, 'must not contain U+0000'],
      ['\0a\0', NAME, 'must not contain U+0000'],
      [' \0', NAME, `must match ${NAME}`],
      ['', 'y', 'must match y'],
      [' ', 'x', 'must match x'],
      ['a', 'ax', 'must match ax'],
      ['a\0', 'b', 'must match b'],
    ])('%j of %s: %s', (text, pattern, problem) => {
      expect(prepareTextCheck({ patterns: [pattern] })(text)?.message).toBe(problem);
    });
  });

  describe('the number of items', () => {
    test.each<[number, Constraints, string | undefined]>([
      [0, {}, undefined],
      [0, { minItems: 1 }, 'must not be empty'],
      [1, { minItems: 1 }, undefined],
      [1, { minItems: 2 }, 'must have at least 2 items'],
      [2, { minItems: 2 }, undefined],
      [2, { maxItems: 2 }, undefined],
      [3, { maxItems: 2 }, 'must have at most 2 items'],
      [1, { maxItems: 0 }, 'must have at most 0 items'],
      [9, { max: 1, maxLength: 1 }, undefined],
    ])('%i under %j: %s', (count, constraints, problem) => {
      expect(checkItems(count, constraints)?.message).toBe(problem);
    });
  });
});

describe('prepareFormatCheck', () => {
  test.each<[format: string, valid: string[], invalid: string[], message: string]>([
    [
      'date',
      ['2024-02-29'],
      ['2023-02-29', '2024-2-9', '2024-02-29T00:00:00Z', ''],
      'must be a date such as 2027-01-31',
    ],
    [
      'time',
      ['23:59:59.5Z', '00:00:00+05:30', '23:59:60Z'],
      ['24:00:00Z', '12:00:00', '12:00Z'],
      'must be a time such as 09:30:00Z',
    ],
    [
      'date-time',
      ['2024-02-29T00:00:00-01:00'],
      ['2024-02-30T00:00:00Z', '2024-02-29', '2024-02-29 00:00:00Z'],
      'must be a date and time such as 2027-01-31T09:30:00Z',
    ],
    [
      'uuid',
      ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'],
      [
        'f81d4fae7dec11d0a76500a0c91e6bf6',
        '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}',
        'f81d4fae-7dec-11d0-a765-00a0c91e6bfg',
      ],
      'must be a UUID',
    ],
    [
      'byte',
      ['', 'Zg==', 'Zm8=', 'Zm9v', '+/+/'],
      ['Zg', 'Zg=', '====', 'Zm9-', 'Z===', 'Zg==Zg=='],
      'must be base64 with padding',
    ],
  ])('%s', (format, valid, invalid, message) => {
    const check = prepareFormatCheck(format)!;
    expect(valid.map(check)).toEqual(valid.map(() => undefined));
    expect(invalid.map(check)).toEqual(invalid.map(() => message));
  });

  test.each([undefined, 'email', 'constructor'])('%s is not checked', (format) => {
    expect(prepareFormatCheck(format)).toBeUndefined();
  });
});
