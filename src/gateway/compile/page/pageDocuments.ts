// The documents of the pages of a list: with the arguments and fields of a page, and without a total that is not read.
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
import { removeUnused } from '../../execution/pruneOperation.ts';
import type { PageVariables } from '../../plan/PagePlan.ts';
import { leavesBody } from '../response/collectFields.ts';

/** The field with `@paginate`, and the arguments that the schema declares for it. */
export interface PagedTarget {
  node: FieldNode;
  arguments: readonly GraphQLArgument[];
}

/** Names for the variables of a page that the operation does not declare itself. */
export function pageVariables({ variableDefinitions = [] }: OperationDefinitionNode): PageVariables {
  const taken = new Set(variableDefinitions.map((variableDefinition) => variableDefinition.variable.name.value));
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
    type: parseType(String(declared.find((candidate) => candidate.name === name)?.type ?? 'Int'), { noLocation: true }),
  }));
  const args = used.map(([name, variable]): ArgumentNode => ({
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
            arguments: [...(node.arguments ?? []), ...args],
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

/** The document for pages that do not count: without `@total`, and the fragments and variables that only this needs. */
export function withoutTotal(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const remove = (node: SelectionNode) => (leavesBody(node, fragments) ? null : undefined);
  const removed = visit(document, { Field: remove, InlineFragment: remove, FragmentSpread: remove });
  return removed === document ? document : removeUnused(removed);
}
