import type { Segment } from '../plan/Segment.ts';

interface Branch<Route> {
  literals: Map<string, Branch<Route>>;
  /** Longest suffix first, so that the match does not depend on the order of the documents. */
  placeholders: { suffix: string; branch: Branch<Route> }[];
  /** By method. */
  routes: Map<string, Route> | undefined;
}

/** The routes of a path by method, and the values of its placeholders from left to right. */
export interface Match<Route> {
  routes: ReadonlyMap<string, Route>;
  values: readonly string[];
}

/** Finds the routes of a path. Literals beat placeholders, whatever the order in which routes were added. */
export class Router<Route> {
  readonly #root: Branch<Route> = newBranch();

  /** Adds a route, unless there is one of its method and path: that is returned, and stays. */
  add(method: string, segments: readonly Segment[], route: Route): Route | undefined {
    let branch = this.#root;
    for (const segment of segments) branch = descend(branch, segment);
    branch.routes ??= new Map();
    const existing = branch.routes.get(method);
    if (!existing) branch.routes.set(method, route);
    return existing;
  }

  /** The routes at a path, given as decoded segments. */
  match(segments: readonly string[]): Match<Route> | undefined {
    const values: string[] = [];
    const routes = walk(this.#root, segments, 0, values);
    return routes && { routes, values };
  }
}

function newBranch<Route>(): Branch<Route> {
  return { literals: new Map(), placeholders: [], routes: undefined };
}

function descend<Route>(branch: Branch<Route>, segment: Segment): Branch<Route> {
  if (segment.kind === 'literal') {
    let next = branch.literals.get(segment.text);
    if (!next) branch.literals.set(segment.text, (next = newBranch()));
    return next;
  }
  const known = branch.placeholders.find(({ suffix }) => suffix === segment.suffix);
  if (known) return known.branch;
  const next = newBranch<Route>();
  branch.placeholders.push({ suffix: segment.suffix, branch: next });
  // Two of one length never match the same segment.
  branch.placeholders.sort((a, b) => b.suffix.length - a.suffix.length);
  return next;
}

function walk<Route>(
  branch: Branch<Route>,
  segments: readonly string[],
  at: number,
  values: string[],
): ReadonlyMap<string, Route> | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.routes;
  const literal = branch.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1, values);
  if (found) return found;
  for (const { suffix, branch: next } of branch.placeholders) {
    if (segment.length <= suffix.length || !segment.endsWith(suffix)) continue;
    values.push(suffix === '' ? segment : segment.slice(0, -suffix.length));
    const routes = walk(next, segments, at + 1, values);
    if (routes) return routes;
    values.pop();
  }
  return undefined;
}
