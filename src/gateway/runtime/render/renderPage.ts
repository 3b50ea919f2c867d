// The body of a page: by `page.body`, or as it is selected.
import type { Template } from '../../conventions/Conventions.ts';
import { SELECTION } from '../../conventions/pageBody.ts';
import { type FillText, compileTemplate, compileText } from '../../conventions/template.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { PageField, PagePlan, PageRequest } from '../../plan/PagePlan.ts';
import { TYPE_KEY, endOf } from '../../plan/ResultPlan.ts';
import type { ConnectionShape, ItemList } from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { compileCursorScope, encodeCursor } from '../../request/cursors.ts';
import type { Executed } from '../perform/executeEndpoint.ts';
import { compileBody, compileItems } from './compileBody.ts';
import {
  type Links,
  type ListAddress,
  type PageCounts,
  type PageInfo,
  type Pagination,
  linkTarget,
  ownTarget,
  paginate,
} from './paginate.ts';
import { type BodyContext, valueAt } from './values.ts';

/** A page that is rendered. Its cursors are bound to the variables of the request. */
interface PageInput {
  page: PageRequest;
  context: BodyContext;
  executed: Executed;
  address: ListAddress;
}

/** Renders a page. */
export type RenderPage = (input: PageInput) => { body: unknown; links: Links };

/** Compiles the rendering of pages; undefined for an endpoint without. */
export function preparePage(endpoint: EndpointPlan, version: VersionPlan): RenderPage | undefined {
  const shape = endOf(endpoint.result);
  if (!endpoint.page || shape.kind !== 'connection') return undefined;
  const { limits } = endpoint.page;
  const { body: template, cursor } = version.conventions.page;
  const scopeOf = compileCursorScope(endpoint);
  const readCounts = compilePageCounts(endpoint.page, shape);
  const renderSelection =
    template === SELECTION ? compileSelection(shape, addedKeys(endpoint.page), version) : undefined;
  const fillTemplate = compilePageBody(template, endpoint.page, version.conventions.nulls === 'omit');
  const toItems = compileItems(shape, version);
  return ({ page, context, executed, address }) => {
    const encode = (text: string) => (cursor === 'bound' ? encodeCursor(text, scopeOf(context.variables)) : text);
    const { value: list } = executed;
    const counts = readCounts(executed);
    const pagination = paginate(page, limits, counts, encode);
    const { links, nextCursor, prevCursor } = pagination;
    const body = renderSelection
      ? renderSelection(list, { next: nextCursor, prev: prevCursor }, context)
      : fillTemplate({ items: toItems(list, context), request: page, counts, pagination, address });
    return { body, links };
  };
}

/** The response keys of what the engine selects of a list besides. */
function addedKeys({ fields: { total, ...others } }: PagePlan): string[] {
  const added = [...(total && !total.isOutside ? [total] : []), ...Object.values(others)];
  return [...new Set(added.map(({ path }) => path[0]!))];
}

function omitNulls(info: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null));
}

/** What `page.body` is filled with. */
interface PageValues {
  items: readonly unknown[];
  request: PageRequest;
  counts: PageCounts;
  pagination: Pagination;
  address: ListAddress;
}

/** Compiles `page.body`, the template of a page; with `omitsNulls`, each of its placeholders is optional. */
function compilePageBody(
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
    pagination: ({ pagination: { info } }) => (omitsNulls ? omitNulls(info) : info),
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

/** Reads what a page needs besides its items. */
type ReadCounts = (executed: Executed) => PageCounts;

/** Compiles the reading of the fields of a page. */
export function compilePageCounts({ fields }: PagePlan, { path }: Pick<ConnectionShape, 'path'>): ReadCounts {
  const { total, endCursor } = fields;
  return ({ data, value: list }) => {
    const counted = total && valueAt(total.isOutside ? data : list, total.path);
    const counts: PageCounts = {};
    // Some services answer -1 where they do not know it.
    const number = counted === undefined || counted === null ? NaN : Number(counted);
    if (number >= 0) counts.total = number;
    else counts.itemCount = ((valueAt(list, path) ?? []) as readonly unknown[]).length;
    if (endCursor) counts.pageInfo = pageInfoOf(list);
    return counts;
  };

  function pageInfoOf(list: unknown): PageInfo {
    const end = cursorAt(list, endCursor);
    const start = cursorAt(list, fields.startCursor);
    return {
      hasNextPage: hasPage(list, fields.hasNextPage, end),
      endCursor: end,
      ...(fields.startCursor && {
        hasPreviousPage: hasPage(list, fields.hasPreviousPage, start),
        startCursor: start,
      }),
    };
  }
}

/** A cursor as text; one that is empty leads nowhere. */
function cursorAt(list: unknown, field: PageField | undefined): string | null {
  const cursor = field && valueAt(list, field.path);
  if (cursor === undefined || cursor === null || cursor === '') return null;
  return typeof cursor === 'string' ? cursor : JSON.stringify(cursor);
}

/** Where the list does not say whether there is another page, a cursor leads to one. */
function hasPage(list: unknown, field: PageField | undefined, cursor: string | null): boolean {
  const has = field && valueAt(list, field.path);
  return typeof has === 'boolean' ? has : cursor !== null;
}

/** The cursors for clients that lead on from a page, and back; null for none. */
export interface PageCursors {
  next: string | null;
  prev: string | null;
}

/** Renders the selection of a connection, or a list, with the cursors in place of its own. */
type RenderSelection = (connection: unknown, cursors: PageCursors, context: BodyContext) => unknown;

/**
 * Compiles the rendering of a connection that is the page itself: the selection is sent as it is written. `added` are the
 * response keys of what the engine selects besides.
 */
export function compileSelection(
  { selected, lists, cursors: ends }: ConnectionShape,
  added: readonly string[],
  context: TypeContext,
): RenderSelection {
  const whole = compileBody(selected, context);
  const itemLists = lists.map((list) => ({ path: list.path, withoutNulls: compileItemList(list) }));
  return (connection, cursors, request) => {
    let kept = added.length > 0 ? omit(connection as Readonly<Record<string, unknown>>, added) : connection;
    for (const { path, withoutNulls } of itemLists) kept = changeAt(kept, path, withoutNulls);
    for (const { path, leadsTo } of ends) {
      kept = changeAt(kept, path, (cursor) => (cursor === undefined || cursor === null ? cursor : cursors[leadsTo]));
    }
    return whole ? whole(kept as never, request) : kept;
  };
}

function omit(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept = { ...object };
  for (const key of keys) delete kept[key];
  return kept;
}

type Item = Readonly<Record<string, unknown>> | null;

/** Compiles the reading of a list without the items that are null, or count as it; a list that is null is empty. */
function compileItemList({ only, unselected }: ItemList): (list: unknown) => unknown[] {
  const types = unselected && new Set<unknown>(unselected);
  const isPresent = (item: Item) => item !== null && !(types?.has(item[TYPE_KEY]) ?? false);
  return (list) => {
    const items = (list ?? []) as Item[];
    return items.filter((item) =>
      only === undefined ? isPresent(item) : item !== null && isPresent(item[only] as Item),
    );
  };
}

/** A copy in which the value at a path is another. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (value === null || value === undefined) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const changed = changeAt(object[key], rest, change);
  return changed === undefined && object[key] === undefined ? object : { ...object, [key]: changed };
}
