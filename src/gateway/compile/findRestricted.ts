import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isAbstractType,
} from 'graphql';
import { requiredAccess } from '../access/requiredAccess.ts';
import type { Annotated } from '../access/requiredScopes.ts';

/** A selection that requires a caller. */
export interface RestrictedSelection {
  node: FieldNode | InlineFragmentNode | FragmentDefinitionNode;
  /** What has the directive: the field, its type or the type of an object that it is selected on, or the type condition. */
  element: Annotated & { name: string };
}

/**
 * The first selection of an operation that requires a caller, whatever fragment it is in. `isCounted` is whether a selection
 * counts, by its directives.
 */
export function findRestricted(
  schema: GraphQLSchema,
  document: DocumentNode,
  isCounted: (directives: readonly DirectiveNode[]) => boolean,
): RestrictedSelection | undefined {
  const operation = getOperationAST(document)!;
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const visited = new Set<FragmentDefinitionNode>();

  const inSet = (set: SelectionSetNode, parent: GraphQLNamedType): RestrictedSelection | undefined => {
    for (const selection of set.selections) {
      if (!isCounted(selection.directives ?? [])) continue;
      const found = selection.kind === Kind.FIELD ? inField(selection, parent) : inFragment(selection, parent);
      if (found) return found;
    }
    return undefined;
  };
  const inField = (node: FieldNode, parent: GraphQLNamedType): RestrictedSelection | undefined => {
    const possible = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
    const fields = [parent, ...possible].flatMap((type) => {
      const field = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
      return field ? [field] : [];
    });
    const elements: readonly RestrictedSelection['element'][] = [
      ...fields,
      ...fields.map(({ type }) => getNamedType(type)),
      ...(fields.length > 0 ? possible : []),
    ];
    const element = elements.find((each) => requiredAccess(each).length > 0);
    if (element) return { node, element };
    const [field] = fields;
    return node.selectionSet && field && inSet(node.selectionSet, getNamedType(field.type));
  };
  const inFragment = (
    selection: InlineFragmentNode | FragmentSpreadNode,
    parent: GraphQLNamedType,
  ): RestrictedSelection | undefined => {
    const node = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
    if (node.kind === Kind.FRAGMENT_DEFINITION) {
      if (visited.has(node)) return undefined;
      visited.add(node);
    }
    const element = node.typeCondition ? schema.getType(node.typeCondition.name.value)! : parent;
    return node.typeCondition && requiredAccess(element).length > 0
      ? { node, element }
      : inSet(node.selectionSet, element);
  };
  return inSet(operation.selectionSet, schema.getRootType(operation.operation)!);
}
