import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import type { Variables } from '../../../../src/gateway/plan/values/coercion.ts';
import { prepareBodyReader } from '../../../../src/gateway/handle/read/prepareBodyCoercion.ts';
import { JsonReaders } from '../../../../src/gateway/plan/values/jsonReaders.ts';
import { contextOf, field, parameter, sentences } from './support/coercion.ts';

const context = contextOf({ inputs: { Book: { fields: [field('title', 'String!'), field('note', 'String')] } } });

/** The variables that a body sets, or the problems. */
function read(parameters: readonly ParameterPlan[], body: unknown): unknown {
  const problems = new ProblemCollector();
  const variables: Variables = { before: 1 };
  prepareBodyReader(parameters, new JsonReaders(context))(body, variables, problems);
  if (problems.problems.length > 0) return sentences(problems);
  const { before, ...own } = variables;
  expect(before).toBe(1);
  return own;
}

describe('properties', () => {
  const PARAMETERS = [
    parameter('id', 'Int!', { source: 'path' }),
    parameter('book.title', 'String!', { source: 'body', variable: 'title' }),
    parameter('book.size.pages', 'Int', { source: 'body', variable: 'pages', constraints: { min: 1 } }),
    parameter('note', 'String', { source: 'body' }),
    parameter('constructor', 'String', { source: 'body' }),
    parameter('dry', 'Boolean'),
  ];

  test.each<[unknown, unknown]>([
    [{ book: { title: 'x', size: { pages: 1 } } }, { title: 'x', pages: 1 }],
    [
      { book: { title: 'x' }, note: null },
      { title: 'x', note: null },
    ],
    [{ book: { title: 'x', size: {} } }, { title: 'x' }],
    [
      { book: { title: 'x' }, constructor: 'y' },
      { title: 'x', constructor: 'y' },
    ],
  ])('of %j are %j', (body, variables) => {
    expect(read(PARAMETERS, body)).toEqual(variables);
  });

  test.each<[unknown, ...string[]]>([
    [undefined, 'book is required'],
    [{}, 'book is required'],
    [null, 'body must be a JSON object'],
    [[], 'body must be a JSON object'],
    ['{}', 'body must be a JSON object'],
    [{ book: {} }, 'book.title is required'],
    [{ book: { title: null } }, 'book.title must not be null'],
    [{ book: { title: 'x', size: 1 } }, 'book.size must be a JSON object'],
    [{ book: { title: 'x', size: { page: 1 } } }, 'book.size.page is not a known property; did you mean "pages"?'],
    [{ book: { title: 'x', size: { pages: 0 } } }, 'book.size.pages must be an integer between 1 and 2147483647'],
    [
      { book: { title: 'x' }, dry: true },
      'dry is not a known property; known properties are "book", "note", "constructor"',
    ],
    [{ book: { title: 'x' }, id: 1 }, 'id is not a known property; known properties are "book", "note", "constructor"'],
  ])('of %j are refused: %s', (body, ...problems) => {
    expect(read(PARAMETERS, body)).toEqual(problems);
  });

  test('are read under the name __proto__ as under any other', () => {
    const parameters = [
      parameter('__proto__', 'String!', { source: 'body', variable: 'own' }),
      parameter('a.__proto__.b', 'String', { source: 'body', variable: 'inner' }),
      parameter('a.c', 'String', { source: 'body', variable: 'beside' }),
    ];
    const body: unknown = JSON.parse('{"__proto__":"v","a":{"__proto__":{"b":"w"},"c":"x"}}');
    expect(read(parameters, body)).toEqual({ own: 'v', inner: 'w', beside: 'x' });
  });

  test('an object whose properties are all optional may be absent', () => {
    const optional = [parameter('a.b.c', 'Int', { source: 'body', variable: 'c' })];
    for (const body of [undefined, {}, { a: {} }, { a: { b: {} } }]) expect(read(optional, body)).toEqual({});
    expect(read(optional, { a: { b: { c: 1 } } })).toEqual({ c: 1 });
    expect(read(optional, { a: null })).toEqual(['a must be a JSON object']);
  });

  test('without any, only an empty object or no body is read', () => {
    expect([read([], undefined), read([], {})]).toEqual([{}, {}]);
    expect(read([], { a: 1 })).toEqual(['a is not a known property']);
  });

  test('set nothing where the request has a problem already', () => {
    const problems = new ProblemCollector();
    problems.add('id', 'is wrong');
    const variables: Variables = {};
    const reader = prepareBodyReader([parameter('a', 'Int', { source: 'body' })], new JsonReaders(context));
    reader({ a: 1 }, variables, problems);
    expect(variables).toEqual({});
  });
});

describe('one variable that is the whole body', () => {
  const whole = (type: string, rest: Partial<ParameterPlan> = {}) => [
    parameter('dry', 'Boolean'),
    parameter('input', type, { source: 'whole', ...rest }),
  ];

  test.each<[string, unknown, unknown]>([
    ['Book!', { title: 'x', note: null }, { input: { title: 'x', note: null } }],
    ['[Book!]!', [{ title: 'x' }], { input: [{ title: 'x' }] }],
    ['[Book!]', undefined, {}],
    ['[Book!]', null, { input: null }],
    ['Int', 0, { input: 0 }],
  ])('of %s reads %j as %j', (type, body, variables) => {
    expect(read(whole(type), body)).toEqual(variables);
  });
  test.each<[string, unknown, ...string[]]>([
    ['Book!', undefined, 'body is required'],
    ['Book!', null, 'body must not be null'],
    ['Book!', [], 'body must be a JSON object'],
    ['[Book!]!', {}, 'body must be an array'],
    ['[Book!]!', [null], '0 must not be null'],
    [
      '[Book!]!',
      [{ title: 1, no: 1 }],
      '0.title must be a string',
      '0.no is not a known property; did you mean "note"?',
    ],
  ])('of %s refuses %j: %s', (type, body, ...problems) => {
    expect(read(whole(type), body)).toEqual(problems);
  });
  test('has its bounds', () => {
    expect(read(whole('[Book!]!', { constraints: { minItems: 1 } }), [])).toEqual(['body must not be empty']);
  });
});
