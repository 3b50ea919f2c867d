import type { ConnectionNames, Conventions, PageStyle } from '../conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import type { Connection } from './schema/readConnection.ts';

/** What the lists of an API have in common: what `conventions.json` says of them. */
export interface PageDefaults {
  connection: Partial<ConnectionNames>;
  styles: readonly PageStyle[];
}

/** The conventions that lists follow where they say nothing, in an API that exists already. */
export function pageDefaults({ connection, page }: Pick<Conventions, 'connection' | 'page'>): PageDefaults {
  return { connection, styles: page.styles };
}

/** What the lists of most types have, over the defaults. */
export function choosePageDefaults(connections: readonly Connection[]): PageDefaults {
  const connection: Partial<ConnectionNames> = { ...DEFAULT_CONVENTIONS.connection };
  const keys = new Set(connections.flatMap(({ names }) => Object.keys(names) as (keyof ConnectionNames)[]));
  for (const key of keys) {
    const usual = defaultName(key);
    // Many lists of one type count once.
    const byType = new Map(connections.map(({ item, names }) => [`${item.name} ${names[key]}`, names[key]]));
    const names = [...byType.values()].filter((name) => name !== undefined || usual === undefined);
    const most = mostCommon([...(names.includes(usual) ? [usual] : []), ...names]);
    if (most !== undefined) connection[key] = most;
  }
  const styles = mostCommon(connections.map((each) => each.styles.join()));
  return {
    connection,
    styles: styles === undefined ? DEFAULT_CONVENTIONS.page.styles : (styles.split(',') as PageStyle[]),
  };
}

/** The part of `conventions.json` that is not as by default. */
export function pageConventions({ connection, styles }: PageDefaults): Record<string, unknown> {
  const changed = Object.entries(connection).filter(
    ([key, name]) => name !== defaultName(key as keyof ConnectionNames),
  );
  const isDefault = styles.join() === DEFAULT_CONVENTIONS.page.styles.join();
  return {
    ...(!isDefault && { page: { styles } }),
    ...(changed.length > 0 && { connection: Object.fromEntries(changed) }),
  };
}

/** `@paginate` with what a list has that the conventions do not say. */
export function paginateDirective({ names, styles }: Connection, defaults: PageDefaults): string {
  const offered = defaults.styles.every((each) => styles.includes(each)) ? defaults.styles : styles;
  const own = (Object.entries(names) as [keyof ConnectionNames, string][]).filter(
    ([key, name]) =>
      name !== (defaults.connection[key] ?? defaultName(key)) && (key !== 'page' || offered.includes('PAGE')),
  );
  const parts = [
    ...(own.length > 0 ? [`connection: { ${own.map(([key, name]) => `${key}: "${name}"`).join(', ')} }`] : []),
    ...(offered === defaults.styles ? [] : [`styles: [${styles.join(', ')}]`]),
  ];
  return parts.length > 0 ? `@paginate(${parts.join(', ')})` : '@paginate';
}

function defaultName(key: keyof ConnectionNames): string | undefined {
  const { connection } = DEFAULT_CONVENTIONS;
  return (
    connection[key] ??
    (/^(?:endCursor|startCursor|hasNextPage|hasPreviousPage)$/.test(key) ? `${connection.pageInfo}.${key}` : undefined)
  );
}

function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
