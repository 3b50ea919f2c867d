import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import type { Constraints } from '../../../../src/gateway/plan/bounds.ts';
import { InputPath } from '../../../../src/gateway/plan/values/coercion.ts';
import { JsonReaders } from '../../../../src/gateway/plan/values/jsonReaders.ts';
import { contextOf, field, readAs } from '../../handle/read/support/coercion.ts';

const context = contextOf({
  enums: { Genre: { FICTION: 'fiction', FACT: 'fact' } },
  inputs: {
    Book: {
      fields: [
        field('title', 'String!'),
        field('genre', 'Genre', { wireName: 'book_genre' }),
        field('pages', 'Int! = 3', { type: 'Int!', required: false }),
      ],
    },
    Filter: {
      fields: [field('and', '[Filter!]'), field('orElse', 'Filter', { wireName: 'or_else' }), field('book', 'Book')],
    },
    Choice: { isOneOf: true, fields: [field('word', 'String'), field('number', 'Int')] },
    Empty: { fields: [] },
  },
});
const refused = (...problems: string[]) => ({ problems });
const read = (type: string, input: unknown, constraints?: Constraints) =>
  readAs(new JsonReaders(context).prepare(type, constraints), input);

test.each<[string, unknown, unknown]>([
  ['Int', 1, 1],
  ['Int', null, null],
  ['[Int]', [1, null], [1, null]],
  ['[Int]', null, null],
  ['[Int!]!', [], []],
  ['[[Genre!]!]!', [['fact'], []], [['FACT'], []]],
  ['Book', { title: 'x' }, { title: 'x' }],
  ['Book!', { title: 'x', book_genre: 'fact', pages: 1 }, { title: 'x', genre: 'FACT', pages: 1 }],
  ['Book', { title: 'x', book_genre: null }, { title: 'x', genre: null }],
  ['[Book!]', [{ title: 'x' }], [{ title: 'x' }]],
  ['Filter', { and: [{ and: [] }, { or_else: { and: null } }] }, { and: [{ and: [] }, { orElse: { and: null } }] }],
  ['Choice', { word: 'x' }, { word: 'x' }],
  ['Choice', null, null],
])('%s reads %j as %j', (type, input, value) => {
  expect(read(type, input)).toEqual({ value });
});

test.each<[string, unknown, ...string[]]>([
  ['Int!', null, 'x must not be null'],
  ['[Int!]', [1, null, 'a'], 'x.1 must not be null', 'x.2 must be an integer between -2147483648 and 2147483647'],
  ['[Int]!', null, 'x must not be null'],
  ['[Int]', 1, 'x must be an array'],
  ['[Int]', { length: 1 }, 'x must be an array'],
  ['Book', 'x', 'x must be a JSON object'],
  ['Book', [], 'x must be a JSON object'],
  ['Book', {}, 'x.title is required'],
  ['Book', { title: null }, 'x.title must not be null'],
  ['Book', { title: 'x', pages: null }, 'x.pages must not be null'],
  [
    'Book',
    { title: 'x', genre: 'fact' },
    'x.genre is not a known property; known properties are "title", "book_genre", "pages"',
  ],
  [
    'Book',
    { title: 'x', zzzzzz: 1 },
    'x.zzzzzz is not a known property; known properties are "title", "book_genre", "pages"',
  ],
  [
    'Book',
    JSON.parse('{"title": "x", "__proto__": {}}'),
    'x.__proto__ is not a known property; known properties are "title", "book_genre", "pages"',
  ],
  ['Filter', { and: [{ book: { title: 1 } }] }, 'x.and.0.book.title must be a string'],
  ['Choice', {}, 'x must have exactly one property'],
  ['Choice', { word: null }, 'x must have exactly one property'],
  ['Choice', { word: 'a', number: 1 }, 'x must have exactly one property'],
  [
    'Choice',
    { word: 'a', other: 1 },
    'x must have exactly one property',
    'x.other is not a known property; known properties are "word", "number"',
  ],
  ['Choice', [], 'x must be a JSON object'],
  ['Empty', { a: 1 }, 'x.a is not a known property'],
])('%s refuses %j: %s', (type, input, ...problems) => {
  expect(read(type, input)).toEqual(refused(...problems));
});

describe('bounds', () => {
  test.each<[string, Constraints, unknown, unknown]>([
    ['Int', { max: 9 }, 10, refused('x must be an integer between -2147483648 and 9')],
    ['[Int!]', { max: 9 }, [1, 10], refused('x.1 must be an integer between -2147483648 and 9')],
    ['[Int!]', { minItems: 2 }, [1], refused('x must have at least 2 items')],
    [
      '[Int!]',
      { minItems: 2 },
      ['a'],
      refused('x must have at least 2 items', 'x.0 must be an integer between -2147483648 and 2147483647'),
    ],
    ['[Int!]!', { maxItems: 2 }, [1, 2], { value: [1, 2] }],
    ['[[Int!]!]', { maxItems: 1, max: 9 }, [[1, 2, 3]], { value: [[1, 2, 3]] }],
    ['[[Int!]!]', { maxItems: 1, max: 9 }, [[10]], refused('x.0.0 must be an integer between -2147483648 and 9')],
    ['[[Int!]!]', { minItems: 2 }, [[], []], { value: [[], []] }],
  ])('of %s, %j, hold for %j', (type, constraints, input, expected) => {
    expect(read(type, input, constraints)).toEqual(expected);
  });
  test('no item is read of a list that is too long', () => {
    expect(read('[Int!]', ['a', 'b'], { maxItems: 1 })).toEqual(refused('x must have at most 1 items'));
  });
  test('an object is without those of its list', () => {
    expect(read('[Book!]', [{ title: 'long' }], { maxLength: 1 })).toEqual({ value: [{ title: 'long' }] });
  });
});

describe('depth', () => {
  const filters = (levels: number): unknown => (levels === 0 ? {} : { or_else: filters(levels - 1) });
  test('of 100 levels is read', () => {
    expect(readAs(new JsonReaders(context).prepare('Filter'), filters(99))).toHaveProperty('value');
    expect(readAs(new JsonReaders(context).prepare('Filter'), filters(100))).toEqual(
      refused(expect.stringMatching(/^x(\.or_else)+\.?\S*… must not be nested more than 100 levels deep$/) as never),
    );
  });
  test('counts from the body', () => {
    const inBody = (levels: number) =>
      readAs(new JsonReaders(context).prepare('Filter'), filters(levels), InputPath.body);
    expect([inBody(100), inBody(101)]).toEqual([
      { value: expect.anything() },
      refused(expect.stringContaining('must not be nested more than 100 levels deep')),
    ]);
  });
  test('of 20,000 lists is refused where a value is expected', () => {
    const lists = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
    expect(read('[[Int!]!]', lists)).toEqual(refused('x.0.0 must be an integer between -2147483648 and 2147483647'));
  });
  test('of 20,000 levels costs no stack', () => {
    const deep = JSON.parse('{"and":['.repeat(20_000) + ']}'.repeat(20_000)) as unknown;
    expect(readAs(new JsonReaders(context).prepare('Filter'), deep)).toEqual(
      refused(expect.stringContaining('must not be nested more than 100 levels deep')),
    );
  });
});

test('an input object is compiled once, when it is read first, however often it is used', () => {
  let compiled = 0;
  const fields = [
    {
      ...field('a', ''),
      get type() {
        compiled++;
        return '[Wide!]';
      },
    },
  ];
  const compiler = new JsonReaders(contextOf({ inputs: { Wide: { fields } } }));
  const readers = [compiler.prepare('Wide'), compiler.prepare('[Wide!]!')];
  expect(compiled).toBe(0);
  for (const reader of readers) expect(readAs(reader, { a: [{ a: [] }] })).toBeDefined();
  expect(compiled).toBe(1);
});

describe('an object of properties', () => {
  const readAny = (input: unknown) => input;
  const object = new JsonReaders(contextOf()).prepareObject([
    { name: 'a', key: 'one', required: true, read: readAny },
    { name: 'constructor', key: 'two', required: false, read: readAny },
  ]);
  test('reads each under its key, and leaves absent ones out', () => {
    expect(readAs(object, { a: undefined, constructor: 2 })).toEqual({ value: { one: undefined, two: 2 } });
    expect(Object.keys((readAs(object, { a: 1 }) as { value: object }).value)).toEqual(['one']);
  });
  test('does not read what every object inherits', () => {
    expect(readAs(object, Object.assign(Object.create({ a: 1 }) as object, { b: 1 }))).toEqual(
      refused('x.a is required', 'x.b is not a known property; did you mean "a"?'),
    );
  });
  test('stops where the problems are full', () => {
    const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const problems = new ProblemCollector();
    new JsonReaders(contextOf()).prepareObject([])(input, InputPath.body, problems);
    expect([problems.problems.length, problems.isFull]).toEqual([50, true]);
  });
  test('reads no property, and no item, beyond full problems', () => {
    const reads: unknown[] = [];
    const refuse = (input: unknown, path: InputPath, problems: ProblemCollector) => {
      reads.push(input);
      problems.add(path, 'is wrong');
    };
    const properties = Array.from({ length: 60 }, (_, index) => ({
      name: `p${index}`,
      key: '',
      required: true,
      read: refuse,
    }));
    const input = Object.fromEntries(properties.map(({ name }) => [name, name]));
    new JsonReaders(contextOf()).prepareObject(properties)(input, InputPath.body, new ProblemCollector());
    expect(reads).toHaveLength(51);
    const { problems } = readAs(new JsonReaders(context).prepare('[Int!]'), Array(60).fill('x')) as {
      problems: string[];
    };
    expect(problems).toHaveLength(50);
  });
});
