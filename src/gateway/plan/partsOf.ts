import type { PageStyle } from '../document/directives.ts';
import type { PagePlan } from './PageRequest.ts';

/** What a way to ask selects besides the items, and which style its answer has. */
export interface PageParts {
  style: PageStyle;
  offset: boolean;
  after: boolean;
  count: boolean;
  pageInfo: boolean;
}

/** Ways to ask that select together what any does: the one that chooses no style, and one that counts. */
export function widestPlans(styles: readonly PageStyle[]): PagePlan[] {
  const counting = styles.find((style) => style !== 'CURSOR');
  return counting === undefined || partsOf('BARE', styles).count ? ['BARE'] : ['BARE', counting];
}

/** A request that chooses no style gets the first, and a way on by cursor where there is one. */
export function partsOf(plan: PagePlan, styles: readonly PageStyle[]): PageParts {
  const style = plan === 'BARE' ? styles[0]! : plan;
  const byCursor = style === 'CURSOR';
  return {
    style,
    offset: plan !== 'BARE' && !byCursor,
    after: plan !== 'BARE' && byCursor,
    count: !byCursor,
    pageInfo: byCursor || (plan === 'BARE' && styles.includes('CURSOR')),
  };
}
