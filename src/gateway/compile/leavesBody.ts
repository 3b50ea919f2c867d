import { type FragmentDefinitionNode, Kind, type SelectionNode } from 'graphql';

/** Whether nothing of a selection is sent in the body: it is a `@total`, or an object that holds nothing else. */
export function leavesBody(
  node: SelectionNode,
  fragments: ReadonlyMap<string, Pick<FragmentDefinitionNode, 'selectionSet'>>,
): boolean {
  if (node.kind === Kind.FIELD && node.directives?.some(({ name }) => name.value === 'total')) return true;
  const set = (node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node)?.selectionSet;
  return set !== undefined && set.selections.every((each) => leavesBody(each, fragments));
}
