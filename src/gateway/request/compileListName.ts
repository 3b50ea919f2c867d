import { valueFromASTUntyped } from 'graphql';
import { routePath } from '../document/EndpointDocument.ts';
import type { Variables } from './compileInput.ts';
import type { Parameter } from '../plan/Parameter.ts';
import type { Segment } from '../plan/PathTemplate.ts';

/** What a cursor belongs to: a list and its filters. */
export type ListName = (variables: Variables) => string;

/**
 * Compiles what a list is called in its cursors, which is the same in every version and with any `expand`. Placeholders
 * count by their place; a filter that is absent is the same as its default, and null the same as a filter that is not there.
 */
export function compileListName(
  path: string,
  segments: readonly Segment[],
  parameters: readonly Parameter[],
): ListName {
  const placeholders = segments.flatMap((each) => (each.kind === 'placeholder' ? [each.name] : []));
  const inPath = placeholders.map((name) => parameters.find((each) => each.source === 'path' && each.name === name)!);
  const filters = parameters
    .filter(({ source }) => source !== 'path')
    .map(({ name, variable, defaultValue }) => ({
      name,
      variable,
      otherwise: defaultValue && valueFromASTUntyped(defaultValue),
    }))
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
