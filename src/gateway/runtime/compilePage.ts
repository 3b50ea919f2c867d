import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import { endOf } from '../plan/ResultPlan.ts';
import { encodeCursor } from '../protocol/cursor.ts';
import { compileCursorScope } from '../request/compileCursorScope.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileItems } from './compileBody.ts';
import { compilePageBody } from './compilePageBody.ts';
import { compilePageCounts } from './compilePageCounts.ts';
import { compileSelection } from './compileSelection.ts';
import type { Executed } from './execute.ts';
import { paginate } from './paginate.ts';
import type { ListAddress, Links } from './renderLinks.ts';

/** A page that is rendered. Its cursors are bound to the variables of the request. */
export interface PageInput {
  page: PageRequest;
  context: BodyContext;
  executed: Executed;
  address: ListAddress;
}

/** Renders a page. */
export type RenderPage = (input: PageInput) => { body: unknown; links: Links };

/** Compiles the rendering of pages; undefined for an endpoint without. */
export function compilePage(endpoint: EndpointPlan, version: VersionPlan): RenderPage | undefined {
  const shape = endOf(endpoint.result);
  if (!endpoint.page || shape.kind !== 'connection') return undefined;
  const { limits } = endpoint.page;
  const { envelope, body: template, cursor } = version.conventions.page;
  const omitsNulls = version.conventions.nulls === 'omit';
  const scopeOf = compileCursorScope(endpoint);
  const readCounts = compilePageCounts(endpoint.page, shape);
  const toItems = compileItems(shape, version);
  const { total, ...others } = endpoint.page.fields;
  const added = [...(total && !total.isOutside ? [total] : []), ...Object.values(others)].map(({ path }) => path[0]!);
  const renderSelection = compileSelection(shape, [...new Set(added)], version);
  const fillTemplate = template === null ? undefined : compilePageBody(template, endpoint.page, omitsNulls);
  return ({ page, context, executed, address }) => {
    const encode = (text: string) => (cursor === 'bound' ? encodeCursor(text, scopeOf(context.variables)) : text);
    const { value: list } = executed;
    const counts = readCounts(executed);
    const pagination = paginate(page, limits, counts, encode);
    const { info, links, nextCursor, prevCursor } = pagination;
    if (fillTemplate) {
      const items = toItems(list, context);
      return { body: fillTemplate({ items, request: page, counts, pagination, address }), links };
    }
    const body = envelope
      ? { [envelope.items]: toItems(list, context), [envelope.info]: omitsNulls ? withoutNulls(info) : info }
      : renderSelection(list, { next: nextCursor, prev: prevCursor }, context);
    return { body, links };
  };
}

function withoutNulls(info: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null));
}
