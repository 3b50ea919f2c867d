import type { TypeContext } from '../plan/bounds.ts';
import type { ConnectionShape } from '../plan/Shape.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileBody } from './compileBody.ts';

/** Renders the selection of a connection; `encode` returns the cursor for clients of the `endCursor`. */
export type RenderSelection = (
  connection: Record<string, unknown>,
  encode: (cursor: string) => string | null,
  context: BodyContext,
) => unknown;

/** Compiles the rendering of a connection without an envelope: the selection is sent as it is written. */
export function compileSelection({ selected }: ConnectionShape, context: TypeContext): RenderSelection {
  const { nodes, edges, pageInfo } = context.conventions.connection;
  const isItems = ({ field }: { field: string }) => field === nodes || field === edges;
  const properties = selected.kind === 'object' ? selected.properties : [];
  const child = selected.kind === 'unwrapped' ? selected : undefined;
  const lists = (child ? [{ key: child.key, shape: child.of }] : properties.filter(isItems)).map(({ key, shape }) => ({
    key,
    // The only child of each item, which is the item for a client.
    only: shape.kind === 'list' && shape.of.kind === 'unwrapped' ? shape.of.key : undefined,
  }));
  const ends = properties.flatMap(({ key, field, shape }) => {
    if (field !== pageInfo) return [];
    const inside = shape.kind === 'object' ? shape.properties : shape.kind === 'unwrapped' ? [shape] : [];
    return inside.filter((each) => each.field === 'endCursor').map((each) => ({ key, end: each.key }));
  });
  const whole = compileBody(selected, context);
  return (connection, encode, own) => {
    const kept: Record<string, unknown> = {};
    for (const key of child ? [child.key] : properties.map((each) => each.key)) {
      if (connection[key] !== undefined) kept[key] = connection[key];
    }
    for (const { key, only } of lists) {
      const items = (kept[key] ?? []) as (Record<string, unknown> | null)[];
      kept[key] = items.filter((item) => item !== null && (only === undefined || item[only] !== null));
    }
    for (const { key, end } of ends) {
      const info = kept[key] as Record<string, unknown> | null;
      const cursor = info?.[end];
      if (typeof cursor === 'string') kept[key] = { ...info, [end]: encode(cursor) };
    }
    return whole ? whole(kept as never, own) : kept;
  };
}
