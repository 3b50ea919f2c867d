// The body of a page: by `page.body`, or as it is selected.
import type { Template } from '../../plan/conventions/Conventions.ts';
import { prepareHeaderTexts } from '../../plan/conventions/headerRules.ts';
import { SELECTION } from '../../plan/conventions/pageBody.ts';
import { NUMBER_TEXTS } from '../../plan/conventions/scalarConversions.ts';
import { type FillText, prepareTemplate, prepareText } from '../../plan/conventions/template.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { PageField, PageFields, PagePlan, PageRequest } from '../../plan/PagePlan.ts';
import { TYPE_KEY, endOf } from '../../plan/ResultPlan.ts';
import type { ConnectionShape, ItemList } from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import type { Reply } from '../../http/Reply.ts';
import { integerText, writeJson } from '../../http/losslessJson.ts';
import { prepareCursorScope, encodeCursor } from '../read/cursors.ts';
import type { Executed } from '../Executed.ts';
import { prepareBody, prepareItems } from './prepareBody.ts';
import type { Format } from './prepareFormats.ts';
import {
  type LinkTargets,
  type ListAddress,
  type PageCounts,
  type Pagination,
  linkTargets,
  ownTarget,
  paginate,
} from './pageNavigation.ts';
import { type BodyContext, omit, valueAt } from './values.ts';

/** Prepares the rendering of pages, whose cursors are bound to the variables of the request; undefined for an endpoint without. */
export function preparePage(endpoint: EndpointPlan, version: VersionPlan) {
  const shape = endOf(endpoint.result);
  const plan = endpoint.page;
  if (!plan || shape.kind !== 'connection') return undefined;
  const { body: template, headers, cursor } = version.conventions.page;
  const scopeOf = prepareCursorScope(endpoint);
  const values = pageValues(plan, version);
  const renderBody =
    template === SELECTION
      ? prepareSelection(shape, addedKeys(plan), version)
      : preparePageBody(template, values, shape, version);
  const addHeaders = Object.keys(headers).length === 0 ? undefined : prepareHeaderTexts(headers);
  /** Adds the headers of the page to `sent`. */
  return (
    page: PageRequest,
    context: BodyContext,
    executed: Executed,
    { address, sent, format }: { address: ListAddress; sent: Reply['headers']; format?: Format | undefined },
  ) => {
    const encode = (text: string) => (cursor === 'bound' ? encodeCursor(text, scopeOf(context.variables)) : text);
    const counts = readPageCounts(executed, plan.fields, shape.path);
    const pagination = paginate(page, plan.limits, counts, encode);
    const links = linkTargets(address, plan.limits, pagination.links);
    const ofPage = { request: page, counts, pagination, links, address };
    addHeaders?.((name) => values[name]?.(ofPage), sent);
    const body = format ? format.render(executed.value, context) : renderBody(executed.value, context, ofPage);
    return { body, links };
  };
}

/** The response keys of what the engine selects of a list besides. */
function addedKeys({ fields: { total, ...others } }: PagePlan): string[] {
  const added = [...(total && !total.isOutside ? [total] : []), ...Object.values(others)];
  return [...new Set(added.map(({ path }) => path[0]!))];
}

/** What the body of a page has besides its items. */
interface PageValues {
  request: PageRequest;
  counts: PageCounts;
  pagination: Pagination;
  links: LinkTargets;
  address: ListAddress;
}

/** Renders the list of a page, a connection or a list itself. */
type RenderBody<Values> = (list: unknown, context: BodyContext, values: Values) => unknown;

/** Prepares `page.body`, the template of a page; where nulls are omitted, each of its placeholders is optional. */
function preparePageBody(
  template: Template,
  values: PlaceholderValues,
  shape: ConnectionShape,
  version: VersionPlan,
): RenderBody<PageValues> {
  const omitsNulls = version.conventions.nulls === 'omit';
  const fill = prepareTemplate(template, omitsNulls ? prepareWithoutNull : prepareText);
  const toItems = prepareItems(shape, version);
  return (list, context, page) => {
    const items = toItems(list, context);
    return fill((name) => (name === 'items' ? items : values[name]?.(page)));
  };
}

/** The values of the placeholders of a page; undefined for none. */
type PlaceholderValues = Readonly<Record<string, (values: PageValues) => unknown>>;

function pageValues(plan: PagePlan, { conventions: { nulls } }: VersionPlan): PlaceholderValues {
  return {
    list: () => plan.list,
    pagination: ({ pagination: { info } }) =>
      nulls === 'omit' ? Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null)) : info,
    limit: ({ request }) => request.limit,
    // A page without a style can be the first one by number.
    offset: ({ request, pagination: { info } }) =>
      info['page'] === undefined ? info['offset'] : (Number(info['page']) - plan.limits.firstPage) * request.limit,
    page: ({ pagination: { info } }) => info['page'],
    total: ({ counts }) => counts.total,
    totalPages: ({ counts: { total }, request }) =>
      total === undefined ? undefined : Math.ceil(total / request.limit),
    nextCursor: ({ pagination }) => pagination.nextCursor,
    prevCursor: ({ pagination }) => pagination.prevCursor,
    hasMore: ({ pagination: { info, links } }) => info['hasMore'] ?? links.next !== undefined,
    url: ({ address }) => address.path,
    self: ({ address }) => ownTarget(address),
    first: ({ links }) => links.first,
    prev: ({ links }) => links.prev,
    next: ({ links }) => links.next,
    last: ({ links }) => links.last,
  };
}

function prepareWithoutNull(text: string): FillText {
  const fill = prepareText(text);
  return (valueOf) => fill(valueOf) ?? undefined;
}

/** What a page has besides its items; `path` leads from its list to these. */
export function readPageCounts(
  { data, value: list }: Executed,
  { total, endCursor, hasNextPage, startCursor, hasPreviousPage }: PageFields,
  path: readonly string[],
): PageCounts {
  const counted = total && valueAt(total.isOutside ? data : list, total.path);
  const counts: PageCounts = {};
  // Some services answer -1 where they do not know it.
  const text = typeof counted === 'string' ? counted : (integerText(counted) ?? '');
  const number = NUMBER_TEXTS.integer.test(text) ? Number(text) : NaN;
  if (number >= 0 && Number.isSafeInteger(number)) counts.total = number;
  else counts.itemCount = ((valueAt(list, path) ?? []) as readonly unknown[]).length;
  if (endCursor) {
    const end = cursorAt(list, endCursor);
    counts.pageInfo = { hasNextPage: hasPage(list, hasNextPage, end), endCursor: end };
  }
  if (counts.pageInfo && startCursor) {
    const start = cursorAt(list, startCursor);
    counts.pageInfo.hasPreviousPage = hasPage(list, hasPreviousPage, start);
    counts.pageInfo.startCursor = start;
  }
  return counts;
}

/** A cursor as text; one that is empty leads nowhere. */
function cursorAt(list: unknown, { path }: PageField): string | null {
  const cursor = valueAt(list, path);
  if (cursor === undefined || cursor === null || cursor === '') return null;
  return typeof cursor === 'string' ? cursor : writeJson(cursor);
}

/** Where the list does not say whether there is another page, a cursor leads to one. */
function hasPage(list: unknown, field: PageField | undefined, cursor: string | null): boolean {
  const has = field && valueAt(list, field.path);
  return typeof has === 'boolean' ? has : cursor !== null;
}

/**
 * Prepares the rendering of a list that is the page itself: the selection is sent as it is written, with the cursors for clients in
 * place of its own. `added` are the response keys of what the engine selects besides.
 */
export function prepareSelection(
  { selected, lists, cursors }: ConnectionShape,
  added: readonly string[],
  version: TypeContext,
): RenderBody<{ pagination: Pick<Pagination, 'nextCursor' | 'prevCursor'> }> {
  const whole = prepareBody(selected, version);
  const itemLists = lists.map((list) => ({ path: list.path, withoutNulls: prepareItemList(list) }));
  return (list, context, { pagination }) => {
    let kept = added.length > 0 ? omit(list as Readonly<Record<string, unknown>>, added) : list;
    for (const { path, withoutNulls } of itemLists) kept = changeAt(kept, path, withoutNulls);
    for (const { path, leadsTo } of cursors) {
      kept = changeAt(kept, path, (cursor) => (cursor == null ? cursor : pagination[`${leadsTo}Cursor`]));
    }
    return whole ? whole(kept as never, context) : kept;
  };
}

type Item = Readonly<Record<string, unknown>> | null;

/** Prepares the reading of a list without the items that are null, or count as it; a list that is null is empty. */
function prepareItemList({ only, unselected }: ItemList): (list: unknown) => unknown[] {
  const types = unselected && new Set<unknown>(unselected);
  const isPresent = (item: Item) => item !== null && !(types?.has(item[TYPE_KEY]) ?? false);
  return (list) =>
    ((list ?? []) as Item[]).filter((item) =>
      only === undefined ? isPresent(item) : item !== null && isPresent(item[only] as Item),
    );
}

/** A copy in which the value at a path is another. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (value === null || value === undefined) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const changed = changeAt(object[key], rest, change);
  return changed === undefined && object[key] === undefined ? object : { ...object, [key]: changed };
}
