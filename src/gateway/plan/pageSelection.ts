import type { PageStyle } from '../conventions/Conventions.ts';
import type { PageLimits } from './PagePlan.ts';
import type { PageVariant } from './PageRequest.ts';

/** What a variant selects of the list besides the items, and the style of its response. */
export interface PageSelection {
  style: PageStyle;
  offset: boolean;
  after: boolean;
  before: boolean;
  totalCount: boolean;
  pageInfo: boolean;
}

/** A request that chooses no style gets the first one, and a cursor to go on where cursors are offered. */
export function pageSelection(variant: PageVariant, styles: readonly PageStyle[]): PageSelection {
  const style = variant === 'DEFAULT' ? styles[0]! : variant === 'BEFORE' ? 'CURSOR' : variant;
  const byCursor = style === 'CURSOR';
  return {
    style,
    offset: variant !== 'DEFAULT' && !byCursor,
    after: variant === 'CURSOR',
    before: variant === 'BEFORE',
    totalCount: !byCursor,
    pageInfo: byCursor || (variant === 'DEFAULT' && styles.includes('CURSOR')),
  };
}

/** The variants that together select what any of them does: that of no style, one that counts, and the way back. */
export function widestVariants({ styles, names }: Pick<PageLimits, 'styles' | 'names'>): PageVariant[] {
  const counting = styles.find((style) => style !== 'CURSOR');
  const counts = counting === undefined || pageSelection('DEFAULT', styles).totalCount;
  return ['DEFAULT', ...(counts ? [] : [counting]), ...(names.before === undefined ? [] : (['BEFORE'] as const))];
}
