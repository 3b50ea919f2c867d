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
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { PAGE_KEYS, type PageVariables } from '../plan/PagePlan.ts';
import type { PageSelection } from '../plan/pageSelection.ts';

/** The field with `@paginate`, the arguments that the schema declares for it, and the variables that a page fills. */
export interface PagedTarget {
  node: FieldNode;
  arguments: readonly GraphQLArgument[];
  variables: PageVariables;
  /** The names of the connection's arguments and fields. */
  names: ConnectionNames;
}

/** Names for the variables of a page that the operation does not declare itself. */
export function pageVariables({ variableDefinitions = [] }: OperationDefinitionNode): PageVariables {
  const taken = new Set(variableDefinitions.map((each) => each.variable.name.value));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return { first: free('pageFirst'), after: free('pageAfter'), offset: free('pageOffset') };
}

/** The document with the arguments of a page, the variables for them, and the fields that a variant selects. */
export function addPage(document: DocumentNode, target: PagedTarget, selection: PageSelection): DocumentNode {
  const { node: paged, names, variables } = target;
  const used: [argument: string, variable: string][] = [[names.first, variables.first]];
  if (selection.after) used.push([names.after, variables.after]);
  if (selection.offset) used.push([names.offset, variables.offset]);
  const definitions = used.map(([name, variable]): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: variableNode(variable),
    type: parseType(String(target.arguments.find((each) => each.name === name)?.type ?? 'Int'), { noLocation: true }),
  }));
  const given = used.map(([name, variable]): ArgumentNode => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: variableNode(variable),
  }));
  const selected = [
    ...(selection.totalCount ? [fieldNode(names.totalCount, { alias: PAGE_KEYS.totalCount })] : []),
    ...(selection.pageInfo
      ? [fieldNode(names.pageInfo, { alias: PAGE_KEYS.pageInfo, selections: [HAS_NEXT_PAGE, END_CURSOR] })]
      : []),
  ];
  return visit(document, {
    OperationDefinition: {
      leave: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }),
    },
    Field: (node) =>
      node === paged || node.loc === paged.loc
        ? {
            ...node,
            arguments: [...(node.arguments ?? []), ...given],
            selectionSet: { ...node.selectionSet!, selections: [...node.selectionSet!.selections, ...selected] },
          }
        : undefined,
  });
}

const HAS_NEXT_PAGE = fieldNode('hasNextPage');
const END_CURSOR = fieldNode('endCursor');

function variableNode(name: string) {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
}

function fieldNode(
  name: string,
  { alias, selections }: { alias?: string; selections?: SelectionNode[] } = {},
): FieldNode {
  return {
    kind: Kind.FIELD,
    ...(alias !== undefined && { alias: { kind: Kind.NAME, value: alias } }),
    name: { kind: Kind.NAME, value: name },
    ...(selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
  };
}
