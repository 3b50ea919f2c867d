import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';

/** The steps to each property that is accepted and not read. */
export type IgnoredPaths = readonly (readonly string[])[];

/** The paths that begin with a name, from behind it. */
export function pathsBelow(name: string, paths: IgnoredPaths): IgnoredPaths {
  return paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : []));
}

/** Properties that are ignored: they have no type, and the objects around them no other property. */
export function ignoredProperties(paths: IgnoredPaths, context: SchemaContext): Record<string, Schema> {
  return Object.fromEntries(
    paths.map(([name]) => {
      const below = pathsBelow(name!, paths);
      if (below.length === 0) return [name, {}];
      return [name, { type: 'object', ...closedObject(context), properties: ignoredProperties(below, context) }];
    }),
  );
}

/** The keyword of an object whose unknown properties are refused. */
export function closedObject({ version: { conventions } }: SchemaContext): Schema {
  return conventions.unknown.body === 'ignore' ? {} : { additionalProperties: false };
}
