import { expect, test } from 'vitest';
import { type PageLimits, maxPage, pageParameters, parameterOf } from '../../../../src/gateway/plan/PagePlan.ts';

const limits: PageLimits = {
  styles: ['CURSOR', 'PAGE'],
  defaultLimit: 20,
  maxLimit: 100,
  over: 'refuse',
  maxOffset: 100,
  names: { limit: 'l', offset: 'o', page: 'p', cursor: 'c' },
};

test('each style has its parameter', () => {
  expect((['OFFSET', 'PAGE', 'CURSOR'] as const).map((style) => parameterOf(style, limits.names))).toEqual([
    'o',
    'p',
    'c',
  ]);
});

test('the parameters of a list are the limit, and one of each style', () => {
  expect(pageParameters(limits)).toEqual(['l', 'c', 'p']);
});

test.each([
  [100, undefined, 101],
  [100, 100, 2],
  [100, 101, 1],
  [99, 10, 10],
  [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
])('with the offset %d and the limit %s the last page is %d', (maxOffset, limit, page) => {
  expect(maxPage({ ...limits, maxOffset }, limit)).toBe(page);
});
