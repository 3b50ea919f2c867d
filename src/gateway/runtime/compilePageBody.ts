import type { Template } from '../conventions/Conventions.ts';
import { type FillText, compileTemplate, compileText } from '../conventions/template.ts';
import type { PagePlan } from '../plan/PagePlan.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import type { PageCounts, Pagination } from './paginate.ts';
import { type ListAddress, type Links, linkTarget, ownTarget } from './renderLinks.ts';

/** What `page.body` is filled with. */
export interface PageValues {
  items: readonly unknown[];
  request: PageRequest;
  counts: PageCounts;
  pagination: Pagination;
  address: ListAddress;
}

/** Compiles `page.body`, the template of a page; with `omitsNulls`, each of its placeholders is optional. */
export function compilePageBody(
  template: Template,
  { limits, list }: PagePlan,
  omitsNulls: boolean,
): (values: PageValues) => unknown {
  const fill = compileTemplate(template, omitsNulls ? compileWithoutNull : compileText);
  const link = ({ address, pagination }: PageValues, relation: keyof Links) => {
    const target = pagination.links[relation];
    return target && linkTarget(address, limits, target);
  };
  const values: Readonly<Record<string, (values: PageValues) => unknown>> = {
    list: () => list,
    items: ({ items }) => items,
    limit: ({ request }) => request.limit,
    offset: ({ request, pagination: { info } }) =>
      request.style === 'PAGE' ? (request.page - 1) * request.limit : info['offset'],
    page: ({ pagination: { info } }) => info['page'],
    total: ({ counts }) => counts.total,
    totalPages: ({ counts, request }) =>
      counts.total === undefined || counts.total === null ? undefined : Math.ceil(counts.total / request.limit),
    nextCursor: ({ pagination }) => pagination.nextCursor,
    prevCursor: ({ pagination }) => pagination.prevCursor,
    hasMore: ({ pagination: { info, links } }) => info['hasMore'] ?? links.next !== undefined,
    url: ({ address }) => address.path,
    self: ({ address }) => ownTarget(address),
    first: (page) => link(page, 'first'),
    prev: (page) => link(page, 'prev'),
    next: (page) => link(page, 'next'),
    last: (page) => link(page, 'last'),
  };
  return (page) => fill((name) => values[name]?.(page));
}

function compileWithoutNull(text: string): FillText {
  const fill = compileText(text);
  return (valueOf) => fill(valueOf) ?? undefined;
}
