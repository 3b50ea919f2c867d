import type { EndpointPlan } from '../../plan/EndpointPlan.ts';

/** How an endpoint pages, with the names of the conventions and of `@paginate` resolved. */
export interface DescribedPage {
  /** The response name of the list. */
  list: string;
  styles: readonly string[];
  limit: { default: number; max: number; over: 'refuse' | 'clamp' };
  /** The arguments that pages pass, by what they are. */
  arguments: Readonly<Record<string, string>>;
  /** The dotted paths of what pages read besides the items: from the list, and from the root for a total outside of it. */
  fields: Readonly<Record<string, string>>;
}

/** Describes the pages of an endpoint; null for none. */
export function describePage({ page }: EndpointPlan): DescribedPage | null {
  if (!page) return null;
  const { limits, list, fields } = page;
  const { defaultLimit, maxLimit, over, styles } = limits;
  return {
    list,
    styles,
    limit: { default: defaultLimit, max: maxLimit, over },
    arguments: page.arguments,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { field }]: [string, { field: string }]) => [name, field]),
    ),
  };
}
