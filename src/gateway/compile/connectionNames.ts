import type { FieldNode } from 'graphql';
import type { ConnectionNames, Conventions } from '../conventions/Conventions.ts';
import { readDirective } from '../document/directives.ts';

/** The names of one paged field. All but `page` are there. */
export interface ResolvedNames extends Required<Omit<ConnectionNames, 'page'>> {
  page: string | undefined;
  /** Those that its `@paginate` gives itself. */
  own: ReadonlySet<keyof ConnectionNames>;
}

/** The names of the arguments and fields of a field with `@paginate`: its own before those of the conventions. */
export function connectionNames(node: FieldNode, { connection }: Conventions): ResolvedNames {
  const own = readDirective('paginate', node)?.connection ?? {};
  const names = { ...connection, ...own };
  const { pageInfo } = names;
  return {
    ...names,
    page: names.page,
    endCursor: names.endCursor ?? `${pageInfo}.endCursor`,
    startCursor: names.startCursor ?? `${pageInfo}.startCursor`,
    hasNextPage: names.hasNextPage ?? `${pageInfo}.hasNextPage`,
    hasPreviousPage: names.hasPreviousPage ?? `${pageInfo}.hasPreviousPage`,
    own: new Set(Object.keys(own) as (keyof ConnectionNames)[]),
  };
}
