import { routeKey } from '../../gateway/plan/paths.ts';
import type { Draft, Route } from './Draft.ts';

/** A draft with the route and the name that it got. */
export interface Placed {
  draft: Draft;
  route: Route;
  operation: string;
}

/**
 * Gives each draft the first of its routes and names that is free. Drafts of a lower rank come first, then those of the
 * schema; a draft without a free route is left over, with the endpoint that has its route.
 */
export function assignRoutes(
  drafts: readonly Draft[],
  taken: { routes: ReadonlyMap<string, string>; names: ReadonlySet<string> } = { routes: new Map(), names: new Set() },
): { placed: Placed[]; left: { draft: Draft; owner: string }[] } {
  const routes = new Map(taken.routes);
  const names = new Set(taken.names);
  const found = new Map<Draft, Placed>();
  const left: { draft: Draft; owner: string }[] = [];
  for (const draft of drafts.toSorted((a, b) => a.rank - b.rank)) {
    const route = draft.routes.find((candidate) => !routes.has(routeKey(candidate)));
    if (!route) {
      left.push({ draft, owner: routes.get(routeKey(draft.routes[0]!))! });
      continue;
    }
    routes.set(routeKey(route), draft.coordinate);
    const operation = freeName(draft.names, names);
    names.add(operation);
    found.set(draft, { draft, route, operation });
  }
  return { placed: drafts.flatMap((draft) => found.get(draft) ?? []), left };
}

function freeName(candidates: readonly string[], taken: ReadonlySet<string>): string {
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free !== undefined) return free;
  const last = candidates.at(-1)!;
  for (let number = 2; ; number++) if (!taken.has(`${last}${number}`)) return `${last}${number}`;
}
