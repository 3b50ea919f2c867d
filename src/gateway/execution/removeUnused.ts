import { type DefinitionNode, type DocumentNode, Kind, visit } from 'graphql';

/**
 * The document of one operation without definitions that it does not use, which GraphQL forbids: of variables, and of fragments. See
 * the GraphQL specification, sections 5.5.1.4 and 5.8.4.
 */
export function removeUnused(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const variables = new Set<string>();
  const spread = new Set<string>();
  const read = (node: DefinitionNode): void =>
    void visit(node, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name);
        if (spread.has(name) || !fragment) return;
        spread.add(name);
        read(fragment);
      },
    });
  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) read(node);
  const definitions = document.definitions.flatMap((node): DefinitionNode[] => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) return spread.has(node.name.value) ? [node] : [];
    if (node.kind !== Kind.OPERATION_DEFINITION) return [node];
    const used = node.variableDefinitions?.filter(({ variable }) => variables.has(variable.name.value)) ?? [];
    return [{ ...node, variableDefinitions: used }];
  });
  return { ...document, definitions };
}
