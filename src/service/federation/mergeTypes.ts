// The types of all subgraphs as one plain GraphQL document. What only a composer of federations reads is left out; who
// may see what stays. A federation directive that a merged schema could not honour is refused as an unknown directive.
import { mergeTypeDefs } from '@graphql-tools/merge';
import { type DefinitionNode, type DocumentNode, Kind, parse, print, visit } from 'graphql';
import type { Subgraph } from '../domain/Subgraph.ts';
import type { EntityOwner } from './findEntityOwners.ts';

/** See https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives */
const LEFT_OUT = new Set(['link', 'key', 'shareable', 'tag']);

const ACCESS = parse(/* GraphQL */ `
  "Only for callers who are known."
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM

  "Only for callers who have all the scopes of one of the lists."
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`);

/** Merges the SDL of the subgraphs. A type of several of them is described by its owner, or else by the first of them. */
export function mergeTypes(subgraphs: readonly Subgraph[], owners: ReadonlyMap<string, EntityOwner>): DocumentNode {
  const definitions = subgraphs.flatMap(({ name: subgraph, typeDefs }) =>
    plain(typeDefs).definitions.map((node) => ({ subgraph, node, type: nameOf(node) })),
  );
  const describing = new Map<string, DefinitionNode>();
  for (const { subgraph, node, type } of definitions) {
    if (!describing.has(type) || owners.get(type)?.subgraph === subgraph) describing.set(type, node);
  }
  const merged = definitions.map(({ node, type }) => {
    const describer = describing.get(type);
    return describer && describer !== node ? withoutDescription(node, describer) : node;
  });
  return mergeTypeDefs([ACCESS, { kind: Kind.DOCUMENT, definitions: merged }], { throwOnConflict: true });
}

function plain(typeDefs: DocumentNode): DocumentNode {
  return visit(typeDefs, {
    Directive: ({ name }) => (LEFT_OUT.has(name.value) ? null : undefined),
    SchemaExtension: ({ operationTypes = [] }) => (operationTypes.length === 0 ? null : undefined),
  });
}

/** A further definition of a type adds fields only: a directive of its own would not be asked for, or be a choice. */
function withoutDescription(node: DefinitionNode, describer: DefinitionNode): DefinitionNode {
  const known = new Set(directivesOf(describer));
  const unknown = directivesOf(node).find((directive) => !known.has(directive));
  if (unknown !== undefined)
    throw new Error(`${unknown} must stand on the first definition of ${nameOf(node)}, or its owner's.`);
  const { description: _, ...rest } = node as DefinitionNode & { description?: unknown };
  return { ...rest, directives: [] } as DefinitionNode;
}

function directivesOf(node: DefinitionNode): string[] {
  return 'directives' in node ? (node.directives ?? []).map((directive) => print(directive)) : [];
}

function nameOf(node: DefinitionNode): string {
  return 'name' in node ? (node.name?.value ?? '') : '';
}
