import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import { leavesBody } from './leavesBody.ts';

/** The document for pages that do not count: without `@total`, and the fragments and variables that only this needs. */
export function withoutTotal(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  let isCounting = false;
  const remove = (node: SelectionNode) => {
    if (!leavesBody(node, fragments)) return undefined;
    isCounting = true;
    return null;
  };
  const removed = visit(document, { Field: remove, InlineFragment: remove, FragmentSpread: remove });
  return isCounting ? withoutUnused(removed) : document;
}

function withoutUnused({ definitions, ...document }: DocumentNode): DocumentNode {
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const spread = new Set<string>();
  const variables = new Set<string>();
  const gather = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      VariableDefinition: () => false,
      Variable: (variable) => void variables.add(variable.name.value),
      FragmentSpread({ name }) {
        if (spread.has(name.value)) return;
        spread.add(name.value);
        const fragment = fragments.find((each) => each.name.value === name.value);
        if (fragment) gather(fragment);
      },
    });
  };
  gather(operation);
  const used = operation.variableDefinitions?.filter(({ variable }) => variables.has(variable.name.value));
  return {
    ...document,
    definitions: [
      { ...operation, ...(used && { variableDefinitions: used }) },
      ...fragments.filter(({ name }) => spread.has(name.value)),
    ],
  };
}
