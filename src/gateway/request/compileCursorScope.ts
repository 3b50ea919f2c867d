import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { routePath } from '../plan/Segment.ts';
import type { Variables } from './Variables.ts';

/** The list that a cursor belongs to, with its filters, as text. */
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
    .map(({ name, variable, default: defaultValue }) => ({ name, variable, defaultValue }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const route = routePath(path);
  return (variables) => {
    const given = filters.map(({ name, variable, defaultValue }) => [
      name,
      (variable in variables ? variables[variable] : defaultValue) ?? null,
    ]);
    return JSON.stringify([
      route,
      ...inPath.map(({ variable }) => variables[variable]),
      ...given.filter(([, value]) => value !== null),
    ]);
  };
}
