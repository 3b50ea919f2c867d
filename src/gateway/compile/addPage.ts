import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
  parseType,
  visit,
} from 'graphql';
import type { PageVariables } from '../plan/PagePlan.ts';

/** The field with `@paginate`, and the arguments that the schema declares for it. */
export interface PagedTarget {
  node: FieldNode;
  arguments: readonly GraphQLArgument[];
}

/** Names for the variables of a page that the operation does not declare itself. */
export function pageVariables({ variableDefinitions = [] }: OperationDefinitionNode): PageVariables {
  const taken = new Set(variableDefinitions.map((each) => each.variable.name.value));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return {
    first: free('pageFirst'),
    after: free('pageAfter'),
    last: free('pageLast'),
    before: free('pageBefore'),
    offset: free('pageOffset'),
    page: free('pageNumber'),
  };
}

/** The document with the arguments of a page, the variables for them, and the fields that a variant selects. */
export function addPage(
  document: DocumentNode,
  { node: paged, arguments: declared }: PagedTarget,
  used: readonly (readonly [argument: string, variable: string])[],
  selected: readonly SelectionNode[],
): DocumentNode {
  const definitions = used.map(([name, variable]): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: variableNode(variable),
    type: parseType(String(declared.find((each) => each.name === name)?.type ?? 'Int'), { noLocation: true }),
  }));
  const given = used.map(([name, variable]): ArgumentNode => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: variableNode(variable),
  }));
  return visit(document, {
    OperationDefinition: {
      leave: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }),
    },
    Field: (node) =>
      node === paged || node.loc === paged.loc
        ? {
            ...node,
            arguments: [...(node.arguments ?? []), ...given],
            ...(selected.length > 0 && {
              selectionSet: { ...node.selectionSet!, selections: [...node.selectionSet!.selections, ...selected] },
            }),
          }
        : undefined,
  });
}

function variableNode(name: string) {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
}
