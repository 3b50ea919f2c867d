import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { PAGE_KEYS } from '../plan/PagePlan.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import { endOf } from '../plan/ResultPlan.ts';
import { encodeCursor } from '../protocol/cursor.ts';
import { compileCursorScope } from '../request/compileCursorScope.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileItems } from './compileBody.ts';
import { compileSelection } from './compileSelection.ts';
import { type PageCounts, paginate } from './paginate.ts';
import type { Links } from './renderLinks.ts';

/** Renders a page from its connection. Its cursors are bound to the variables of the request. */
export type RenderPage = (
  page: PageRequest,
  context: BodyContext,
  connection: Record<string, never>,
) => { body: unknown; links: Links };

/** Compiles the rendering of pages; undefined for an endpoint without. */
export function compilePage(endpoint: EndpointPlan, version: VersionPlan): RenderPage | undefined {
  const shape = endOf(endpoint.result);
  if (!endpoint.page || shape.kind !== 'connection') return undefined;
  const { limits } = endpoint.page;
  const { envelope, cursor } = version.conventions.page;
  const scopeOf = compileCursorScope(endpoint);
  const toItems = compileItems(shape, version);
  const renderSelection = compileSelection(shape, version);
  return (page, context, connection) => {
    const encode = (text: string) => (cursor === 'bound' ? encodeCursor(text, scopeOf(context.variables)) : text);
    const counts: PageCounts = {
      totalCount: connection[PAGE_KEYS.totalCount],
      pageInfo: connection[PAGE_KEYS.pageInfo],
    };
    const { info, links } = paginate(page, limits, counts, encode);
    const body = envelope
      ? { [envelope.items]: toItems(connection, context), [envelope.info]: info }
      : renderSelection(connection, counts.pageInfo?.hasNextPage === false ? () => null : encode, context);
    return { body, links };
  };
}
