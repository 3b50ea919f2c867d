import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/errors/ProblemCollector.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';
import {
  compileHeaderReader,
  compilePathReader,
  compileQueryReader,
} from '../../../../src/gateway/request/compileParameterReaders.ts';
import type { Variables } from '../../../../src/gateway/request/Variables.ts';
import { contextOf, parameter, sentences } from './support/coercion.ts';

const context = contextOf({ conventions: { expand: 'include' } });
const LIMITS = {
  styles: ['OFFSET', 'CURSOR'],
  names: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
} as never;

const endpoint = {
  segments: [
    { kind: 'literal', text: 'shelves' },
    { kind: 'placeholder', name: 'shelf', suffix: '' },
    { kind: 'placeholder', name: 'id', suffix: ':archive' },
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
  const read = compilePathReader(endpoint, context);
  test('is read by its placeholders from left to right', () => {
    expect(readAll(read, ['low', '7'])).toEqual({ shelf: 'low', bookId: 7 });
  });
  test('has a problem for each value', () => {
    expect(readAll(read, ['low', 'x'])).toEqual(['id must be an integer between -2147483648 and 2147483647']);
  });
});

describe('the headers', () => {
  const read = compileHeaderReader(endpoint, context);
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
    readAll(compileQueryReader(plan, context), { query: parseQuery(text), unknownExpands });

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
