import type { TypeContext } from '../plan/bounds.ts';
import { TYPE_KEY } from '../plan/ResultPlan.ts';
import type { ConnectionShape, ItemList } from '../plan/Shape.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileBody } from './compileBody.ts';

/** The cursors for clients that lead on from a page, and back; null for none. */
export interface PageCursors {
  next: string | null;
  prev: string | null;
}

/** Renders the selection of a connection, or a list, with the cursors in place of its own. */
export type RenderSelection = (connection: unknown, cursors: PageCursors, context: BodyContext) => unknown;

/**
 * Compiles the rendering of a connection without an envelope: the selection is sent as it is written. `added` are the
 * response keys of what the engine selects besides.
 */
export function compileSelection(
  { selected, lists, cursors: ends }: ConnectionShape,
  added: readonly string[],
  context: TypeContext,
): RenderSelection {
  const whole = compileBody(selected, context);
  const itemLists = lists.map((list) => ({ path: list.path, withoutNulls: compileItemList(list) }));
  return (connection, cursors, own) => {
    let kept = added.length > 0 ? omit(connection as Readonly<Record<string, unknown>>, added) : connection;
    for (const { path, withoutNulls } of itemLists) kept = changeAt(kept, path, withoutNulls);
    for (const { path, leadsTo } of ends) {
      kept = changeAt(kept, path, (cursor) => (cursor === undefined || cursor === null ? cursor : cursors[leadsTo]));
    }
    return whole ? whole(kept as never, own) : kept;
  };
}

function omit(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept = { ...object };
  for (const key of keys) delete kept[key];
  return kept;
}

type Item = Readonly<Record<string, unknown>> | null;

/** Compiles the reading of a list without the items that are null, or count as it; a list that is null is empty. */
function compileItemList({ only, unselected }: ItemList): (list: unknown) => unknown[] {
  const types = unselected && new Set<unknown>(unselected);
  const isPresent = (item: Item) => item !== null && !(types?.has(item[TYPE_KEY]) ?? false);
  return (list) => {
    const items = (list ?? []) as Item[];
    return items.filter((item) =>
      only === undefined ? isPresent(item) : item !== null && isPresent(item[only] as Item),
    );
  };
}

/** A copy in which the value at a path is another. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (value === null || value === undefined) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const changed = changeAt(object[key], rest, change);
  return changed === undefined && object[key] === undefined ? object : { ...object, [key]: changed };
}
