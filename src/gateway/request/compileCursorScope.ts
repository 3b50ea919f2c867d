import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { routePath } from '../plan/Segment.ts';
import type { Variables } from './Variables.ts';

/** What a cursor belongs to: a list and its filters, as text. */
export type CursorScope = (variables: Variables) => string;

/**
 * Compiles the scope of the cursors of a list, which is the same in every version and with any `expand`. Placeholders
 * count by their place; an absent filter equals its default, and null equals no filter.
 */
export function compileCursorScope({
  path,
  segments,
  parameters,
}: Pick<EndpointPlan, 'path' | 'segments' | 'parameters'>): CursorScope {
  const placeholders = segments.flatMap((each) => (each.kind === 'placeholder' ? [each.name] : []));
  const inPath = placeholders.map((name) => parameters.find((each) => each.source === 'path' && each.name === name)!);
  const filters = parameters
    .filter(({ source }) => source !== 'path')
    .map(({ name, variable, default: otherwise }) => ({ name, variable, otherwise }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const route = routePath(path);
  return (variables) => {
    const given = filters.map(({ name, variable, otherwise }) => [
      name,
      (variable in variables ? variables[variable] : otherwise) ?? null,
    ]);
    return JSON.stringify([
      route,
      ...inPath.map(({ variable }) => variables[variable]),
      ...given.filter(([, value]) => value !== null),
    ]);
  };
}
