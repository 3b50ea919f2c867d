import { GraphQLScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import { contextOf, field, parameter } from './support/coercion.ts';
import { keywordContext, readVariables } from './support/readRequest.ts';

const Even = new GraphQLScalarType({
  name: 'Even',
  parseValue: (value) => {
    if (Number(value) % 2 !== 0) throw new Error('Even must be even');
    return value;
  },
});
const context = keywordContext(
  contextOf({
    scalars: [Even],
    enums: { Colour: { RED: 'red' } },
    inputs: {
      Book: { fields: [field('title', 'String!'), field('pages', '[Int!]')] },
      Choice: { fields: [field('one', 'Int'), field('two', 'Int')], isOneOf: true },
    },
    conventions: {
      scalars: {
        Moment: { type: 'string', format: 'date-time' },
        Even: { type: 'integer' },
        Tree: { type: 'any', upstream: 'json' },
      },
    },
  }),
);

/** One parameter, and the text that it is in the query or in a header. */
const TEXTS: [keyword: string, text: string, type: string, constraints?: ParameterPlan['constraints']][] = [
  ['type', 'x', 'Int'],
  ['type', 'x', 'Float'],
  ['type', 'yes', 'Boolean'],
  ['minimum', '1', 'Int', { min: 2 }],
  ['maximum', '3', 'Int', { max: 2 }],
  ['enum', 'blue', 'Colour'],
  ['enum', 'c', 'String', { values: [{ text: 'a', value: 'A' }] }],
  ['minLength', 'a', 'String', { minLength: 2 }],
  ['maxLength', 'abc', 'String', { maxLength: 2 }],
  ['pattern', 'abc', 'String', { pattern: 'x+' }],
  ['minItems', 'a', '[String!]', { minItems: 2 }],
  ['maxItems', 'a,b', '[String!]', { maxItems: 1 }],
  ['format', 'yesterday', 'Moment'],
  ['format', '3', 'Even'],
  ['type', '{', 'Tree'],
];

describe('the message of the conventions replaces that of its keyword', () => {
  test.each(TEXTS)('%s, of %j as %s in the query and in a header', (keyword, text, type, constraints = {}) => {
    expect(
      readVariables({ parameters: [parameter('a', type, { constraints })] }, { query: `a=${text}` }, context),
    ).toEqual([`a violates ${keyword}`]);
    const header = parameter('A', type, { source: 'header', constraints });
    expect(readVariables({ parameters: [header] }, { headers: { a: text } }, context)).toEqual([
      `A violates ${keyword}`,
    ]);
  });

  test.each<[keyword: string, place: string, plan: Partial<EndpointPlan>, query: string]>([
    ['required', 'a', { parameters: [parameter('a', 'Int!')] }, ''],
    ['required', 'A', { parameters: [parameter('A', 'Int!', { source: 'header' })] }, ''],
    ['type', 'a', { parameters: [parameter('a', 'Int')] }, 'a=1&a=2'],
    ['format', 'a', { parameters: [parameter('a', 'String')] }, 'a=%ff'],
    ['additionalProperties', 'b', { parameters: [parameter('a', 'Int')] }, 'b=1'],
    ['enum', 'expand', { expands: [{ name: 'author', variables: ['withAuthor'] }] }, 'expand=x'],
  ])('%s, of %s in the request', (keyword, place, plan, query) => {
    expect(readVariables(plan, { query }, context)).toEqual([`${place} violates ${keyword}`]);
  });

  test.each<[keyword: string, place: string, type: string, body: unknown]>([
    ['required', 'body', 'Book!', undefined],
    ['null', 'body', 'Book!', null],
    ['type', 'body', 'Book!', []],
    ['required', 'title', 'Book!', {}],
    ['null', 'title', 'Book!', { title: null }],
    ['type', 'title', 'Book!', { title: 1 }],
    ['type', 'pages', 'Book!', { title: '', pages: 1 }],
    ['null', 'pages.0', 'Book!', { title: '', pages: [null] }],
    ['additionalProperties', 'name', 'Book!', { title: '', name: '' }],
    ['minProperties', 'body', 'Choice!', {}],
    ['maxProperties', 'body', 'Choice!', { one: 1, two: 2 }],
    ['type', 'body', 'Boolean!', 'true'],
    ['format', 'body', 'Even!', 1],
    ['enum', 'body', 'Colour!', 'blue'],
  ])('%s, of %s as %s in the body %j', (keyword, place, type, body) => {
    const parameters = [parameter('input', type, { source: 'whole' })];
    expect(readVariables({ parameters }, { body }, context)).toEqual([`${place} violates ${keyword}`]);
  });

  test.each<[keyword: string, place: string, query: string]>([
    ['type', 'limit', 'limit=x'],
    ['minimum', 'limit', 'limit=0'],
    ['maximum', 'limit', 'limit=21'],
    ['type', 'limit', 'limit=1&limit=2'],
    ['maximum', 'offset', 'offset=101'],
    ['maximum', 'page', 'page=7&limit=20'],
    ['not', 'cursor', 'offset=1&cursor=a'],
    ['format', 'cursor', 'cursor=a'],
  ])('%s, of %s in the page ?%s', (keyword, place, query) => {
    const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };
    const limits = { styles: ['OFFSET', 'PAGE', 'CURSOR'], defaultLimit: 5, maxLimit: 20, maxOffset: 100, names };
    const page = { limits, variables: { first: 'first', after: 'after', offset: 'offset' }, requiresOffset: false };
    expect(readVariables({ page } as never, { query }, context)).toEqual([`${place} violates ${keyword}`]);
  });

  test.each<[keyword: string, value: string | undefined, requirement: 'REQUIRED' | 'OPTIONAL']>([
    ['required', undefined, 'REQUIRED'],
    ['pattern', 'a b', 'OPTIONAL'],
    ['pattern', 'a, b', 'OPTIONAL'],
  ])('%s, of the Idempotency-Key %j where it is %s', (keyword, value, idempotencyKey) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'idempotency-key': value };
    expect(readVariables({ idempotencyKey } as never, { headers }, context)).toEqual([
      `Idempotency-Key violates ${keyword}`,
    ]);
  });

  test.each<[keyword: string, value: string]>([
    ['type', '5'],
    ['type', '"5", "6"'],
  ])('%s, of the If-Match %j', (keyword, value) => {
    const parameters = [parameter('If-Match', 'Int', { source: 'header' })];
    expect(readVariables({ parameters }, { headers: { 'if-match': value } }, context)).toEqual([
      `If-Match violates ${keyword}`,
    ]);
  });
});
