import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { placeholdersOf } from '../conventions/template.ts';
import { directiveNode } from '../document/directiveNode.ts';
import { nodesWithDirectives } from '../document/nodesWithDirectives.ts';
import { listValues } from '../errors/listValues.ts';
import type { SelectedErrors } from './collectErrorMarkers.ts';
import { responseKey } from './collectFields.ts';
import type { ShapeContext } from './ShapeContext.ts';

/**
 * Refuses an `@error` off the data path, without a message, with a message of unknown properties, or with a status that is
 * not an error.
 */
export function checkErrorMarkers(
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  onDataPath: readonly (SelectedErrors | undefined)[],
  { fragments, report }: Pick<ShapeContext, 'fragments' | 'report'>,
): void {
  const markers = onDataPath.flatMap((each) => (each ? [...each.fields, ...each.types] : []));
  for (const { node, status, hasMessage, message, named } of markers) {
    if (status < 400 || status > 599) {
      report(
        directiveNode(node, 'error', 'status'),
        `@error(status: ${status}): status must be from 400 to 599.`,
        'Use a status from 400 to 599.',
      );
    }
    if (message !== undefined) {
      const keys = named.flatMap((set) => responseKeys(set, fragments));
      const unknown = placeholdersOf(message).find(({ name }) => !keys.includes(name));
      if (unknown) {
        const hint = keys.length > 0 ? `Properties are ${listValues([...new Set(keys)])}.` : 'Remove it.';
        const text = `@error: {${unknown.name}} is no property beside or below it.`;
        report(directiveNode(node, 'error', 'message'), text, hint);
      }
    }
    if (hasMessage) continue;
    const hint = node.selectionSet
      ? 'Select "message" in it, or write @error(message: "…").'
      : 'Write it on a String or a Boolean, or on an object.';
    const text = '@error requires a String or Boolean field, or an object that selects "message".';
    report(directiveNode(node, 'error'), text, hint);
  }
  const known = new Set(markers.map(({ node }) => node.loc));
  for (const node of definitions.flatMap((each) => nodesWithDirectives(each))) {
    if (!node.directives.some(({ name }) => name.value === 'error') || known.has(node.loc)) continue;
    const message = '@error has no effect here: the field is not on the data path.';
    const hint = 'Write it on the root field, or next to the field that @unwrap selects.';
    report(directiveNode(node, 'error'), message, hint);
  }
}

/** The properties that a selection can have, errors as data among them. */
function responseKeys(set: SelectionSetNode, fragments: ShapeContext['fragments']): string[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [responseKey(node)];
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    return fragment ? responseKeys(fragment.selectionSet, fragments) : [];
  });
}
