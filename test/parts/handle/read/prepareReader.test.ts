import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import type { RequestParts } from '../../../../src/gateway/handle/read/RequestParts.ts';
import { prepareReader } from '../../../../src/gateway/handle/read/prepareReader.ts';
import { encodeCursor } from '../../../../src/gateway/handle/read/cursors.ts';
import { contextOf, parameter, sentences } from './support/coercion.ts';

const context = contextOf();
const list = {
  method: 'GET',
  path: '/shelves/{shelf}/books',
  segments: [
    { names: [], texts: ['shelves'] },
    { names: ['shelf'], texts: ['', ''] },
    { names: [], texts: ['books'] },
  ],
  parameters: [
    parameter('shelf', 'Int!', { source: 'path' }),
    parameter('genre', 'String'),
    parameter('trace', 'Int', { source: 'header' }),
  ],
  expands: [{ name: 'author', variables: ['withAuthor'] }],
  page: {
    limits: {
      styles: ['OFFSET', 'CURSOR'],
      defaultLimit: 5,
      maxLimit: 20,
      maxOffset: 100,
      names: context.conventions.page.parameters,
    },
    variables: { first: 'first', after: 'after', offset: 'offset' },
    requiresOffset: false,
  },
} as unknown as EndpointPlan;
const { page: _page, ...unpaged } = list;
const post = {
  ...unpaged,
  method: 'POST',
  parameters: [...list.parameters, parameter('title', 'String!', { source: 'body' })],
} as EndpointPlan;

/** Both steps. */
function read(plan: EndpointPlan, query: string, parts: Partial<RequestParts> = {}) {
  const reader = prepareReader(plan, context);
  const raw = parseQuery(query);
  const scopeInputs = reader.readScopeInputs(raw);
  const { variables, page, problems } = reader.readInputs(
    { pathValues: ['1'], query: raw, headers: {}, ...parts },
    scopeInputs,
  );
  return problems.problems.length > 0 ? sentences(problems) : { variables, page };
}

describe('the first step', () => {
  test('reads only what scopes depend on', () => {
    const { readScopeInputs } = prepareReader(list, context);
    expect(readScopeInputs(parseQuery('expand=author,x&genre=a&genre=b&nope=1'))).toEqual({
      variables: { withAuthor: true },
      unknownExpands: ['x'],
    });
  });
});

describe('the second step', () => {
  test('adds all other inputs to the variables of the first', () => {
    expect(read(list, 'expand=author&genre=a&limit=3&offset=2', { headers: { trace: '9' } })).toEqual({
      variables: { withAuthor: true, shelf: 1, genre: 'a', trace: 9, first: 3, offset: 2 },
      page: { style: 'OFFSET', limit: 3, offset: 2 },
    });
    expect(read(post, 'genre=a', { body: { value: { title: 'x' } } })).toEqual({
      variables: { shelf: 1, genre: 'a', title: 'x' },
      page: undefined,
    });
  });

  test('collects the problems of path, headers, query, page and body', () => {
    expect(read(list, 'genre=a&genre=b&x=1&expand=y&limit=0', { pathValues: ['a'], headers: { trace: 'b' } })).toEqual([
      'shelf must be an integer between -2147483648 and 2147483647',
      'trace must be an integer between -2147483648 and 2147483647',
      'genre must be given only once',
      'x is not a known parameter; known parameters are "genre", "limit", "offset", "cursor", "expand"',
      'expand does not support "y"; known values are "author"',
      'limit must be an integer between 1 and 20',
    ]);
    expect(read(post, 'x=1', { body: { value: {} } })).toEqual([
      'x is not a known parameter; known parameters are "genre", "expand"',
      'title is required',
    ]);
  });

  test('reads a cursor with the filters that it is bound to, once these are valid', () => {
    const cursor = encodeCursor('7', JSON.stringify(['/shelves/{}/books', 1, ['genre', 'a']]));
    expect(read(list, `genre=a&cursor=${cursor}`)).toMatchObject({ variables: { after: '7' } });
    expect(read(list, `genre=b&cursor=${cursor}`)).toEqual(['cursor must be a cursor of this list']);
    expect(read(list, `genre=b&cursor=${cursor}&limit=0`)).toEqual(['limit must be an integer between 1 and 20']);
  });

  test('reads no body where there is none to read', () => {
    expect(read(post, '')).toEqual({ variables: { shelf: 1 }, page: undefined });
    expect(read(post, '', { body: { value: undefined } })).toEqual(['title is required']);
    expect(read({ ...post, method: 'DELETE' }, '', { body: { value: {} } })).toMatchObject({ variables: { shelf: 1 } });
  });
});
