import { expect, test } from 'vitest';
import type { PageStyle } from '../../../../src/gateway/conventions/Conventions.ts';
import { pageSelection, widestVariants } from '../../../../src/gateway/plan/pageSelection.ts';
import type { PageVariant } from '../../../../src/gateway/plan/PageRequest.ts';

const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };
const all: PageStyle[] = ['OFFSET', 'PAGE', 'CURSOR'];

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
