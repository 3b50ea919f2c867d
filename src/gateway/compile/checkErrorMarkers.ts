import {
  type ASTNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { SelectedErrors } from './collectErrorMarkers.ts';

/** Refuses an `@error` off the data path, without a message, or with a status that is not an error. */
export function checkErrorMarkers(
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  onDataPath: readonly (SelectedErrors | undefined)[],
  report: ReportDiagnostic,
): void {
  const markers = onDataPath.flatMap((each) => (each ? [...each.fields, ...each.types] : []));
  for (const { node, status, hasMessage } of markers) {
    if (status < 400 || status > 599) {
      report(
        directiveNode(node, 'error', 'status'),
        `@error(status: ${status}): status must be from 400 to 599.`,
        'Use a status from 400 to 599.',
      );
    }
    if (hasMessage) continue;
    const hint = node.selectionSet
      ? 'Select "message" in it.'
      : 'Write it on a String, or on an object with a message.';
    report(directiveNode(node, 'error'), '@error requires a String field, or an object that selects "message".', hint);
  }
  const known = new Set(markers.map(({ node }) => node.loc));
  const checkPosition = (node: ASTNode & { readonly directives?: readonly DirectiveNode[] | undefined }): void => {
    if (!node.directives?.some(({ name }) => name.value === 'error') || known.has(node.loc)) return;
    const message = '@error has no effect here: the field is not on the data path.';
    const hint = 'Write it on the root field, or next to the field that @unwrap selects.';
    report(directiveNode(node, 'error'), message, hint);
  };
  for (const definition of definitions) visit(definition, { Field: checkPosition, InlineFragment: checkPosition });
}
