// What the SDL of a subgraph defines, for a subgraph alone and for the merged schema.
import { type DocumentNode, type ObjectTypeDefinitionNode, Kind } from 'graphql';
import { findUnreadAccessOf } from '../../gateway/access/findUnreadAccess.ts';
import { describeUnreadAccess } from '../../gateway/access/describeUnreadAccess.ts';
import type { Subgraph } from '../domain/Subgraph.ts';

/** The object types that a subgraph defines or extends. */
export function objectTypes({ definitions }: DocumentNode): ObjectTypeDefinitionNode[] {
  return definitions.flatMap((node) => {
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION) return [node];
    return node.kind === Kind.OBJECT_TYPE_EXTENSION ? [{ ...node, kind: Kind.OBJECT_TYPE_DEFINITION }] : [];
  });
}

/** The names of the entities, that is, of the types with a `@key`. */
export function entityNames(document: DocumentNode): string[] {
  const entities = objectTypes(document).filter(({ directives }) =>
    directives?.some(({ name }) => name.value === 'key'),
  );
  return [...new Set(entities.map(({ name }) => name.value))];
}

/**
 * Refuses subgraphs with access directives that are not evaluated here: `@policy`, and others under another name. A router would
 * evaluate them, but a subgraph checks the access of every query itself, since a caller may reach it without the router.
 */
export function refuseUnreadAccess(subgraphs: readonly Subgraph[]): void {
  for (const { name, typeDefs } of subgraphs) {
    const unread = describeUnreadAccess(findUnreadAccessOf(typeDefs));
    if (unread !== undefined) throw new Error(`The subgraph ${name} ${unread}`);
  }
}
