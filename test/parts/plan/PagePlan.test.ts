import { describe, expect, test } from 'vitest';
import type { PageStyle } from '../../../src/gateway/plan/conventions/Conventions.ts';
import {
  type PageLimits,
  type PageVariant,
  maxPage,
  pageParameters,
  pageSelection,
  parameterOf,
  widestVariants,
} from '../../../src/gateway/plan/PagePlan.ts';

const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };

const limits: PageLimits = {
  styles: ['CURSOR', 'PAGE'],
  defaultLimit: 20,
  maxLimit: 100,
  over: 'refuse',
  maxOffset: 100,
  firstPage: 1,
  names: { limit: 'l', offset: 'o', page: 'p', cursor: 'c' },
};

describe('PagePlan', () => {
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
    expect(maxPage({ ...limits, maxOffset, firstPage: 0 }, limit)).toBe(page - 1);
    expect(maxPage({ ...limits, maxOffset, maxPage: 7, firstPage: 0 }, limit)).toBe(6);
  });
});

const all: PageStyle[] = ['OFFSET', 'PAGE', 'CURSOR'];

describe('pageSelection', () => {
  test.each<[variant: PageVariant, styles: PageStyle[], style: PageStyle, selected: string[]]>([
    ['OFFSET', all, 'OFFSET', ['offset', 'totalCount']],
    ['PAGE', all, 'PAGE', ['offset', 'totalCount']],
    ['CURSOR', all, 'CURSOR', ['after', 'pageInfo']],
    ['DEFAULT', all, 'OFFSET', ['totalCount', 'pageInfo']],
    ['DEFAULT', ['PAGE', 'OFFSET'], 'PAGE', ['totalCount']],
    ['DEFAULT', ['CURSOR', 'PAGE'], 'CURSOR', ['pageInfo']],
    ['DEFAULT', ['CURSOR'], 'CURSOR', ['pageInfo']],
    ['BEFORE', all, 'CURSOR', ['before', 'pageInfo']],
  ])('the variant %s of the styles %j has the style %s and selects %j', (variant, styles, style, selected) => {
    const { style: own, ...selection } = pageSelection(variant, styles);
    expect(own).toBe(style);
    expect(Object.entries(selection).flatMap(([name, is]) => (is ? [name] : []))).toEqual(selected);
  });

  test.each<[styles: PageStyle[], widest: PageVariant[]]>([
    [all, ['DEFAULT']],
    [['PAGE'], ['DEFAULT']],
    [['CURSOR'], ['DEFAULT']],
    [
      ['CURSOR', 'PAGE', 'OFFSET'],
      ['DEFAULT', 'PAGE'],
    ],
  ])('the variants of %j that select all are %j', (styles, widest) => {
    expect(widestVariants({ styles, names })).toEqual(widest);
    expect(widestVariants({ styles, names: { ...names, before: 'before' } })).toEqual([...widest, 'BEFORE']);
  });
});
