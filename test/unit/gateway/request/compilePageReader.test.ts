import { expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/errors/ProblemCollector.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { PageRequest } from '../../../../src/gateway/plan/PageRequest.ts';
import { encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';
import { parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';
import { compilePageReader } from '../../../../src/gateway/request/compilePageReader.ts';
import type { Variables } from '../../../../src/gateway/request/Variables.ts';
import { contextOf, parameter, sentences } from './support/coercion.ts';

const context = contextOf();
const endpoint = {
  path: '/books',
  segments: [{ kind: 'literal', text: 'books' }],
  parameters: [parameter('shelf', 'String')],
  page: {
    limits: {
      styles: ['OFFSET', 'PAGE', 'CURSOR'],
      defaultLimit: 5,
      maxLimit: 20,
      over: 'refuse',
      maxOffset: 100,
      names: { ...context.conventions.page.parameters, cursor: 'after' },
    },
    variables: {
      first: 'pageFirst',
      after: 'pageAfter',
      last: 'pageLast',
      before: 'pageBefore',
      offset: 'pageOffset',
      page: 'pageNumber',
    },
    requiresOffset: false,
  },
} as unknown as EndpointPlan;
const requiring = { ...endpoint, page: { ...endpoint.page!, requiresOffset: true } };

/** The variables of a page, or the problems. */
function setVariables(plan: EndpointPlan, page: PageRequest, cursor: 'bound' | 'plain' = 'bound') {
  const problems = new ProblemCollector();
  const variables: Variables = { shelf: 'low' };
  const conventions = { page: { ...context.conventions.page, cursor } };
  compilePageReader(plan, contextOf({ conventions }))!.setVariables(page, variables, problems);
  const { shelf: _, ...own } = variables;
  return problems.problems.length > 0 ? sentences(problems) : own;
}
const bound = encodeCursor('7', JSON.stringify(['/books', ['shelf', 'low']]));

test.each<[PageRequest, Variables, Variables]>([
  [{ style: 'DEFAULT', limit: 5 }, { pageFirst: 5 }, { pageFirst: 5, pageOffset: 0 }],
  [
    { style: 'OFFSET', limit: 5, offset: 3 },
    { pageFirst: 5, pageOffset: 3 },
    { pageFirst: 5, pageOffset: 3 },
  ],
  [
    { style: 'PAGE', limit: 5, page: 1 },
    { pageFirst: 5, pageOffset: 0 },
    { pageFirst: 5, pageOffset: 0 },
  ],
  [
    { style: 'PAGE', limit: 5, page: 3 },
    { pageFirst: 5, pageOffset: 10 },
    { pageFirst: 5, pageOffset: 10 },
  ],
  [{ style: 'CURSOR', limit: 5, cursor: '' }, { pageFirst: 5 }, { pageFirst: 5, pageOffset: 0 }],
  [
    { style: 'CURSOR', limit: 5, cursor: bound },
    { pageFirst: 5, pageAfter: '7' },
    { pageFirst: 5, pageAfter: '7', pageOffset: 0 },
  ],
])('%j sets %j, or %j where the connection requires an offset', (page, variables, required) => {
  expect(setVariables(endpoint, page)).toEqual(variables);
  expect(setVariables(requiring, page)).toEqual(required);
});

test.each([
  ['x'],
  [encodeCursor('7', JSON.stringify(['/books']))],
  [encodeCursor('7', JSON.stringify(['/shelves', ['shelf', 'low']]))],
])('the cursor %s, which is not one of this list, is a problem', (cursor) => {
  expect(setVariables(endpoint, { style: 'CURSOR', limit: 5, cursor })).toEqual([
    'after must be a cursor of this list',
  ]);
});

test('a plain cursor is passed through', () => {
  expect(setVariables(endpoint, { style: 'CURSOR', limit: 5, cursor: 'x' }, 'plain')).toEqual({
    pageFirst: 5,
    pageAfter: 'x',
  });
});

test('the page is read within its limits', () => {
  const problems = new ProblemCollector();
  const reader = compilePageReader(endpoint, context)!;
  expect(reader.readPage(parseQuery('limit=20&offset=100'), problems)).toEqual({
    style: 'OFFSET',
    limit: 20,
    offset: 100,
  });
  reader.readPage(parseQuery('limit=21&offset=101'), problems);
  expect(sentences(problems)).toEqual([
    'limit must be an integer between 1 and 20',
    'offset must be an integer between 0 and 100',
  ]);
});

test('an endpoint without pages has no reader', () => {
  const { page: _, ...unpaged } = endpoint;
  expect(compilePageReader(unpaged as EndpointPlan, context)).toBeUndefined();
});

test('a page is passed by its number where the list takes numbers', () => {
  const numbered = {
    ...endpoint,
    page: { ...endpoint.page!, limits: { ...endpoint.page!.limits, maxPage: 9 }, requiresPage: true },
  };
  expect(setVariables(numbered, { style: 'PAGE', limit: 5, page: 3 })).toEqual({ pageFirst: 5, pageNumber: 3 });
  expect(setVariables(numbered, { style: 'DEFAULT', limit: 5 })).toEqual({ pageFirst: 5, pageNumber: 1 });
});

test('the way back passes the last items before a cursor of the list', () => {
  const names = { ...endpoint.page!.limits.names, before: 'until' };
  const plan = { ...endpoint, page: { ...endpoint.page!, limits: { ...endpoint.page!.limits, names } } };
  expect(setVariables(plan, { style: 'BEFORE', limit: 5, before: '' })).toEqual({ pageLast: 5 });
  expect(setVariables(plan, { style: 'BEFORE', limit: 5, before: bound })).toEqual({ pageLast: 5, pageBefore: '7' });
  expect(setVariables(plan, { style: 'BEFORE', limit: 5, before: 'x' })).toEqual([
    'until must be a cursor of this list',
  ]);
});
