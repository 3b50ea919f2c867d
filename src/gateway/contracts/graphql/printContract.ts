import { type DefinitionNode, type GraphQLSchema, Kind, print } from 'graphql';

/** The SDL of a schema with its descriptions and its applied directives, which `printSchema` of graphql-js leaves out. */
export function printContract(schema: GraphQLSchema): string {
  const elements = [schema, ...byName(schema.getDirectives()), ...byName(Object.values(schema.getTypeMap()))];
  const definitions = elements.flatMap(({ astNode, extensionASTNodes = [] }: Defined) => [
    ...(astNode ? [astNode] : []),
    ...extensionASTNodes,
  ]);
  return `${print({ kind: Kind.DOCUMENT, definitions })}\n`;
}

interface Defined {
  astNode?: DefinitionNode | null | undefined;
  extensionASTNodes?: readonly DefinitionNode[];
}

function byName<Named extends { name: string }>(elements: readonly Named[]): Named[] {
  return [...elements].sort((a, b) => (a.name < b.name ? -1 : 1));
}
