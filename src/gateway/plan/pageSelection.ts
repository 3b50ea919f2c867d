import type { PageStyle } from '../conventions/Conventions.ts';
import type { PageVariant } from './PageRequest.ts';

/** What a variant selects of the connection besides the items, and the style of its response. */
export interface PageSelection {
  style: PageStyle;
  offset: boolean;
  after: boolean;
  totalCount: boolean;
  pageInfo: boolean;
}

/** A request that chooses no style gets the first one, and a cursor to go on where cursors are offered. */
export function pageSelection(variant: PageVariant, styles: readonly PageStyle[]): PageSelection {
  const style = variant === 'DEFAULT' ? styles[0]! : variant;
  const byCursor = style === 'CURSOR';
  return {
    style,
    offset: variant !== 'DEFAULT' && !byCursor,
    after: variant !== 'DEFAULT' && byCursor,
    totalCount: !byCursor,
    pageInfo: byCursor || (variant === 'DEFAULT' && styles.includes('CURSOR')),
  };
}

/** The variants that together select what any of them does: that of no style, and one that counts. */
export function widestVariants(styles: readonly PageStyle[]): PageVariant[] {
  const counting = styles.find((style) => style !== 'CURSOR');
  return counting === undefined || pageSelection('DEFAULT', styles).totalCount ? ['DEFAULT'] : ['DEFAULT', counting];
}
