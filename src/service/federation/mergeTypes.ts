// The types of all subgraphs as one plain GraphQL document. Directives that only federation composition reads are omitted;
// those of authorization stay. A federation directive that a merged schema cannot honour is refused as an unknown directive.
import { mergeTypeDefs } from '@graphql-tools/merge';
import { type DefinitionNode, type DocumentNode, Kind, parse, print, visit } from 'graphql';
import type { Subgraph } from '../domain/Subgraph.ts';
import type { EntityOwner } from './findEntityOwners.ts';

/** See https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives */
const OMITTED_DIRECTIVES = new Set(['link', 'key', 'shareable', 'tag']);

const AUTHORIZATION_DIRECTIVES = parse(/* GraphQL */ `
  "Only for callers who are known."
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM

  "Only for callers who have all the scopes of one of the lists."
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`);

/** Merges the SDL of the subgraphs. A type of several of them is described by its owner, or else by the first of them. */
export function mergeTypes(subgraphs: readonly Subgraph[], owners: ReadonlyMap<string, EntityOwner>): DocumentNode {
  const definitions = subgraphs.flatMap(({ name: subgraph, typeDefs }) =>
    toPlainTypes(typeDefs).definitions.map((node) => ({ subgraph, node, type: nameOf(node) })),
  );
  const describing = new Map<string, DefinitionNode>();
  for (const { subgraph, node, type } of definitions) {
    if (!describing.has(type) || owners.get(type)?.subgraph === subgraph) describing.set(type, node);
  }
  const merged = definitions.map(({ node, type }) => {
    const describer = describing.get(type);
    return describer && describer !== node ? withoutDescription(node, describer) : node;
  });
  return mergeTypeDefs([AUTHORIZATION_DIRECTIVES, { kind: Kind.DOCUMENT, definitions: merged }], {
    throwOnConflict: true,
  });
}

function toPlainTypes(typeDefs: DocumentNode): DocumentNode {
  return visit(typeDefs, {
    Directive: ({ name }) => (OMITTED_DIRECTIVES.has(name.value) ? null : undefined),
    SchemaExtension: ({ operationTypes = [] }) => (operationTypes.length === 0 ? null : undefined),
  });
}

/** Further definitions of a type only add fields: which of several different directives applies would be ambiguous. */
function withoutDescription(node: DefinitionNode, describer: DefinitionNode): DefinitionNode {
  const known = new Set(directivesOf(describer));
  const unknown = directivesOf(node).find((directive) => !known.has(directive));
  if (unknown !== undefined)
    throw new Error(
      `${unknown} must be on the definition of ${nameOf(node)} in the owning subgraph, or else in the first.`,
    );
  const { description: _, ...rest } = node as DefinitionNode & { description?: unknown };
  return { ...rest, directives: [] } as DefinitionNode;
}

function directivesOf(node: DefinitionNode): string[] {
  return 'directives' in node ? (node.directives ?? []).map((directive) => print(directive)) : [];
}

function nameOf(node: DefinitionNode): string {
  return 'name' in node ? (node.name?.value ?? '') : '';
}
