import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import type { Variables } from '../../../../src/gateway/plan/values/coercion.ts';
import { JsonReaders } from '../../../../src/gateway/plan/values/jsonReaders.ts';
import {
  prepareHeaderReader,
  prepareHeaderValue,
  preparePathReader,
  prepareQueryReader,
  prepareQueryValue,
} from '../../../../src/gateway/handle/read/prepareParameterReaders.ts';
import { contextOf, parameter, readAs, sentences } from './support/coercion.ts';

const context = contextOf({ conventions: { expand: 'include' } });
const LIMITS = {
  styles: ['OFFSET', 'CURSOR'],
  names: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
} as never;

const endpoint = {
  segments: [
    { names: [], texts: ['shelves'] },
    { names: ['shelf'], texts: ['', ''] },
    { names: ['id'], texts: ['', ':archive'] },
  ],
  parameters: [
    parameter('id', 'Int!', { source: 'path', variable: 'bookId' }),
    parameter('id', 'Int', { variable: 'queried' }),
    parameter('shelf', 'String!', { source: 'path' }),
    parameter('genre', 'String!'),
    parameter('X-Trace', 'ID', { source: 'header', variable: 'trace' }),
    parameter('x-ids', '[ID!]!', { source: 'header', variable: 'ids' }),
    parameter('note', 'String', { source: 'body' }),
  ],
  expands: [{ name: 'author', variables: ['withAuthor'] }],
} as unknown as EndpointPlan;

/** The variables that some inputs set, or the problems. */
function readAll<Input>(
  read: (input: Input, variables: Variables, problems: ProblemCollector) => void,
  input: Input,
): unknown {
  const problems = new ProblemCollector();
  const variables: Variables = {};
  read(input, variables, problems);
  return problems.problems.length > 0 ? sentences(problems) : variables;
}

describe('the path', () => {
  const read = preparePathReader(endpoint, context, new JsonReaders(context));
  test('is read by its placeholders from left to right', () => {
    expect(readAll(read, { pathValues: ['low', '7'] })).toEqual({ shelf: 'low', bookId: 7 });
  });
  test('has a problem for each value', () => {
    expect(readAll(read, { pathValues: ['low', 'x'] })).toEqual([
      'id must be an integer between -2147483648 and 2147483647',
    ]);
  });
});

describe('the headers', () => {
  const read = prepareHeaderReader(endpoint, context);
  test.each<[Record<string, string | string[]>, unknown]>([
    [
      { 'x-trace': 'a', 'x-ids': 'b, c' },
      { trace: 'a', ids: ['b', 'c'] },
    ],
    [{ 'x-ids': 'b', genre: 'x', other: 'y' }, { ids: ['b'] }],
    [{ 'x-ids': ['b', 'c'] }, { ids: ['b', 'c'] }],
    [{}, ['x-ids is required']],
    [
      { 'x-trace': '', 'x-ids': 'a,,' },
      ['X-Trace must not be empty', 'x-ids.1 must not be empty', 'x-ids.2 must not be empty'],
    ],
  ])('%j are %j', (headers, expected) => {
    expect(readAll(read, headers)).toEqual(expected);
  });
});

describe('the query', () => {
  const paged = { ...endpoint, page: { limits: LIMITS } } as unknown as EndpointPlan;
  const query = (plan: EndpointPlan, text: string, unknownExpands: string[] = []) =>
    readAll(prepareQueryReader(plan, context, new JsonReaders(context)), { query: parseQuery(text), unknownExpands });

  test.each<[string, string[], unknown]>([
    ['genre=a', [], { genre: 'a' }],
    ['genre=a&id=3&include=author', [], { genre: 'a', queried: 3 }],
    ['', [], ['genre is required']],
    ['genre=a&genre=b', [], ['genre must be given only once']],
    ['genre=a&limit=1', [], ['limit is not a known parameter; known parameters are "id", "genre", "include"']],
    ['genre=a&gnre=b', [], ['gnre is not a known parameter; did you mean "genre"?']],
    ['genre=a&shelf=b', [], ['shelf is not a known parameter; known parameters are "id", "genre", "include"']],
    ['genre=a&note=b', [], ['note is not a known parameter; known parameters are "id", "genre", "include"']],
    ['genre=a&=b', [], [' is not a known parameter; known parameters are "id", "genre", "include"']],
    ['genre=a&%zz=b', [], ['%zz is not a known parameter; known parameters are "id", "genre", "include"']],
    ['genre=a', ['autor'], ['include does not support "autor"; did you mean "author"?']],
    ['genre=a', [''], ['include does not support ""; known values are "author"']],
    ['genre=a', ['x'.repeat(50)], [`include does not support "${'x'.repeat(39)}…"; known values are "author"`]],
    [
      'x=1',
      ['autor'],
      [
        'genre is required',
        expect.stringMatching(/^x is not/) as never,
        expect.stringMatching(/^include does not support/) as never,
      ],
    ],
  ])('?%s with the unknown expands %j is %j', (text, unknownExpands, expected) => {
    expect(query(endpoint, text, unknownExpands)).toEqual(expected);
  });
  test('of a list may have the parameters of its pages, which are read elsewhere', () => {
    expect(query(paged, 'genre=a&limit=x&offset=1&cursor=')).toEqual({ genre: 'a' });
    expect(query(paged, 'genre=a&page=1')).toEqual([
      'page is not a known parameter; known parameters are "id", "genre", "limit", "offset", "cursor", "include"',
    ]);
  });
  test('of an endpoint without expands has no expand parameter', () => {
    const plain = { ...endpoint, expands: [] } as EndpointPlan;
    expect(query(plain, 'genre=a&include=author')).toEqual([
      'include is not a known parameter; known parameters are "id", "genre"',
    ]);
  });
  test('is not read beyond full problems', () => {
    const many = Array.from({ length: 60 }, (_, index) => `k${index}=1`).join('&');
    expect(query(endpoint, `genre=a&${many}`)).toHaveLength(50);
    const values = Array.from({ length: 60 }, (_, index) => `v${index}`);
    const found = query(endpoint, 'genre=a', values) as string[];
    expect([found.length, found.at(-1)]).toEqual([50, 'include does not support "v49"; known values are "author"']);
  });
});

describe('compileTextValue', () => {
  const genres = contextOf({ enums: { Genre: { FICTION: 'fiction', FACT: 'fact' } } });
  const refused = (...problems: string[]) => ({ problems: problems.map((each) => `x${each}`) });
  const value = (read: unknown) => ({ value: read });

  describe('a path parameter', () => {
    const readPath = (type: string, text: string, rest: Partial<ParameterPlan> = {}) => {
      const plan = {
        segments: [{ names: ['x'], texts: ['', ''] }],
        parameters: [parameter('x', type, { ...rest, source: 'path' })],
      } as unknown as EndpointPlan;
      return readAll(preparePathReader(plan, genres, new JsonReaders(genres)), { pathValues: [text] });
    };
    test.each<[string, string, unknown]>([
      ['Int!', '5', { x: 5 }],
      ['String!', 'a+b%20', { x: 'a+b%20' }],
      ['Genre!', 'fact', { x: 'FACT' }],
      ['ID!', 'a,b', { x: 'a,b' }],
      ['Int!', 'x', ['x must be an integer between -2147483648 and 2147483647']],
    ])('of %s reads %j, which is decoded already', (type, text, expected) => {
      expect(readPath(type, text)).toEqual(expected);
    });
    test('has its bounds', () => {
      expect(readPath('Int!', '5', { constraints: { max: 4 } })).toEqual([
        'x must be an integer between -2147483648 and 4',
      ]);
    });
  });

  describe('a query parameter', () => {
    test.each<[string, string[], unknown, Partial<ParameterPlan>?]>([
      ['String', ['a%20b+c%2B'], value('a b c+')],
      ['String', [''], value('')],
      ['String', ['a,b'], value('a,b')],
      ['Int!', ['5'], value(5)],
      ['String', ['%ff'], refused(' must be valid percent-encoded UTF-8')],
      ['String', ['a', 'b'], refused(' must be given only once')],
      [
        'Int',
        ['a', 'b'],
        refused(' must be given only once', ' must be an integer between -2147483648 and 2147483647'),
      ],
      ['[ID!]', ['a,b%2Cc', 'd'], value(['a', 'b,c', 'd'])],
      ['[ID!]!', [''], value([])],
      ['[ID!]', ['', 'a', ''], value(['a'])],
      ['[Genre!]', ['fact,fiction'], value(['FACT', 'FICTION'])],
      ['[ID!]', ['a,,b'], refused('.1 must not be empty')],
      ['[ID!]', ['%ff,b'], refused('.0 must be valid percent-encoded UTF-8')],
      ['[Int!]', ['1', 'x'], refused('.1 must be an integer between -2147483648 and 2147483647')],
      ['[ID!]', ['a,b'], refused(' must have at most 1 items'), { constraints: { maxItems: 1 } }],
      ['[ID!]', [''], refused(' must not be empty'), { constraints: { minItems: 1 } }],
      ['[ID!]', ['ab'], refused('.0 must have at most 1 characters'), { constraints: { maxLength: 1 } }],
      ['Boolean', ['any'], value(null), { nullAs: 'any' }],
      ['Boolean', ['%61n%79'], value(null), { nullAs: 'any' }],
      ['Boolean', ['true'], value(true), { nullAs: 'any' }],
      ['Boolean', ['any', 'any'], refused(' must be given only once', ' must be true or false'), { nullAs: 'any' }],
      ['[ID!]', ['all'], value(null), { nullAs: 'all' }],
      ['[ID!]', ['all,b'], value(['all', 'b']), { nullAs: 'all' }],
      ['String', [''], value(null), { nullAs: '' }],
    ])('of %s reads %j', (type, values, expected, rest) => {
      expect(readAs(prepareQueryValue(parameter('x', type, rest), genres), values)).toEqual(expected);
    });
    test('is not read beyond full problems', () => {
      const items = Array(100).fill('').join(',');
      const { problems } = readAs(prepareQueryValue(parameter('x', '[ID!]'), genres), [items]) as {
        problems: string[];
      };
      expect(problems).toHaveLength(50);
    });
  });

  describe('a header parameter', () => {
    test.each<[string, string, unknown, Partial<ParameterPlan>?]>([
      ['String', 'a%20b', value('a%20b')],
      ['String', ' a b ', value('a b')],
      ['Int', ' 5', value(5)],
      ['[ID!]', 'a, b', value(['a', 'b'])],
      ['[ID!]', '', value([])],
      ['[ID!]', 'a,,b', refused('.1 must not be empty')],
      ['Boolean', 'any', value(null), { nullAs: 'any' }],
      ['Boolean', 'true', value(true), { nullAs: 'any' }],
      ['Genre', 'poem', refused(' must be one of "fiction", "fact"')],
    ])('of %s reads %j', (type, text, expected, rest) => {
      expect(readAs(prepareHeaderValue(parameter('x', type, rest), genres), text)).toEqual(expected);
    });
  });
});
