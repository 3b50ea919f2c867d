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
import type { PageParts } from '../plan/partsOf.ts';

/** Under which keys the result has what a page adds to it; a document that selects the same itself does not meet them. */
export const KEYS = { totalCount: '_total', pageInfo: '_page' } as const;

/** The variables that a page fills. */
export interface PageVariables {
  first: string;
  after: string;
  offset: string;
}

/** Names for the variables of a page that the operation has not taken. */
export function pageVariables({ variableDefinitions = [] }: OperationDefinitionNode): PageVariables {
  const taken = new Set(variableDefinitions.map((each) => each.variable.name.value));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return { first: free('pageFirst'), after: free('pageAfter'), offset: free('pageOffset') };
}

/** The document with the arguments of a page, the variables for them, and the fields that a style needs. */
export function addPage(
  document: DocumentNode,
  target: FieldNode,
  parts: PageParts,
  names: PageVariables,
  fields: ConnectionNames,
  argument: (name: string) => GraphQLArgument | undefined,
): DocumentNode {
  const used: [name: string, variable: string][] = [[fields.first, names.first]];
  if (parts.after) used.push([fields.after, names.after]);
  if (parts.offset) used.push([fields.offset, names.offset]);
  const variables = used.map(([name, variable]): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
    type: parseType(String(argument(name)?.type ?? 'Int'), { noLocation: true }),
  }));
  const given = used.map(([name, variable]): ArgumentNode => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
  }));
  const selected: SelectionNode[] = [
    ...(parts.count ? [fieldNode(KEYS.totalCount, fields.totalCount)] : []),
    ...(parts.pageInfo
      ? [
          fieldNode(KEYS.pageInfo, fields.pageInfo, [
            fieldNode(undefined, 'hasNextPage'),
            fieldNode(undefined, 'endCursor'),
          ]),
        ]
      : []),
  ];
  return visit(document, {
    OperationDefinition: {
      leave: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...variables] }),
    },
    Field: (node) =>
      node === target || node.loc === target.loc
        ? {
            ...node,
            arguments: [...(node.arguments ?? []), ...given],
            selectionSet: { ...node.selectionSet!, selections: [...node.selectionSet!.selections, ...selected] },
          }
        : undefined,
  });
}

function fieldNode(alias: string | undefined, name: string, selections?: SelectionNode[]): FieldNode {
  return {
    kind: Kind.FIELD,
    ...(alias !== undefined && { alias: { kind: Kind.NAME, value: alias } }),
    name: { kind: Kind.NAME, value: name },
    ...(selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
  };
}
