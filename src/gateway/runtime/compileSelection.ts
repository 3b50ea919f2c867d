import type { TypeContext } from '../plan/bounds.ts';
import type { ConnectionShape } from '../plan/Shape.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileBody } from './compileBody.ts';

/** The cursors for clients that lead on from a page, and back; null for none. */
export interface PageCursors {
  next: string | null;
  prev: string | null;
}

/** Renders the selection of a connection, or a list, with the cursors in place of its own. */
export type RenderSelection = (connection: unknown, cursors: PageCursors, context: BodyContext) => unknown;

/** Compiles the rendering of a connection without an envelope: the selection is sent as it is written. */
export function compileSelection(
  { selected, lists, cursors: ends }: ConnectionShape,
  context: TypeContext,
): RenderSelection {
  const whole = compileBody(selected, context);
  const keys =
    selected.kind === 'object'
      ? selected.properties.map(({ key }) => key)
      : selected.kind === 'unwrapped'
        ? [selected.key]
        : undefined;
  return (connection, cursors, own) => {
    let kept = keys ? pick(connection as Readonly<Record<string, unknown>>, keys) : connection;
    for (const { path, only } of lists) kept = changeAt(kept, path, (list) => withoutNulls(list, only));
    for (const { path, leadsTo } of ends) {
      kept = changeAt(kept, path, (cursor) => (cursor === undefined || cursor === null ? cursor : cursors[leadsTo]));
    }
    return whole ? whole(kept as never, own) : kept;
  };
}

/** Without the fields that the engine selects. */
function pick(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of keys) if (object[key] !== undefined) kept[key] = object[key];
  return kept;
}

function withoutNulls(list: unknown, only: string | undefined): unknown[] {
  const items = (list ?? []) as (Record<string, unknown> | null)[];
  return items.filter((item) => item !== null && (only === undefined || item[only] !== null));
}

/** A copy in which the value at a path is another. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (value === null || value === undefined) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const changed = changeAt(object[key], rest, change);
  return changed === undefined && object[key] === undefined ? object : { ...object, [key]: changed };
}
