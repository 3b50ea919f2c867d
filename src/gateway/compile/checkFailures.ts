import {
  type ASTNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type OperationDefinitionNode,
  isAbstractType,
  isUnionType,
  visit,
} from 'graphql';
import type { Report } from '../errors/Diagnostic.ts';
import type { Failures } from '../runtime/failures.ts';
import type { Shape } from '../plan/Shape.ts';

/** Refuses an `@error` off the way to the answer, without a message, or with a status that is no error. */
export function checkFailures(
  operation: OperationDefinitionNode,
  fragments: Iterable<FragmentDefinitionNode>,
  root: Shape,
  onSpine: readonly (Failures | undefined)[],
  report: Report,
): void {
  const refuse = (node: ASTNode, message: string, hint: string) => report(node, message, hint);
  const found = onSpine.flatMap((each) => (each ? [...each.fields, ...each.types] : []));
  for (const { node, status, hasMessage } of found) {
    if (status < 400 || status > 599) refuse(node, `A status of ${status} is no error.`, 'Use one from 400 to 599.');
    if (hasMessage) continue;
    const hint = node.selectionSet ? 'Select "message" in it.' : 'Put it on a String, or on what has a message.';
    refuse(node, '@error has no message to tell.', hint);
  }
  const places = new Set(found.map(({ node }) => node.loc));
  const off = (node: ASTNode & { directives?: readonly { name: { value: string } }[] | undefined }) => {
    if (!node.directives?.some(({ name }) => name.value === 'error') || places.has(node.loc)) return;
    refuse(
      node,
      '@error stands off the way to the answer.',
      'Put it on the root field, or next to what @unwrap selects.',
    );
  };
  for (const part of [operation, ...fragments]) visit(part, { Field: off, InlineFragment: off });
  checkUnions(root, report, operation);
}

/** Every type that an answer can have is selected, or is a failure: a client must not receive an empty object. */
function checkUnions(root: Shape, report: Report, operation: ASTNode): void {
  let shape = root.kind === 'object' && root.properties.length === 1 ? root.properties[0]!.shape : undefined;
  while (shape?.kind === 'unwrapped') shape = shape.of;
  if (shape?.kind !== 'object' || !isAbstractType(shape.type)) return;
  // An interface may have many types that no endpoint is about; a union is made of those that are to be answered.
  if (isUnionType(shape.type) ? shape.unselected.length === 0 : shape.properties.length > 0) return;
  const names = isUnionType(shape.type) ? shape.unselected : [(shape.type satisfies GraphQLCompositeType).name];
  const message = `Nothing is selected of ${names.join(', ')}.`;
  report(operation, message, 'Select something of each of its types, or write @error on them.');
}
