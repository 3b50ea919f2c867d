import { expect, test } from 'vitest';
import type { PageStyle } from '../../../src/gateway/plan/conventions/Conventions.ts';
import { type PageVariant, widestVariants } from '../../../src/gateway/plan/PagePlan.ts';

const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };
const all: PageStyle[] = ['OFFSET', 'PAGE', 'CURSOR'];

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
