import { type ASTNode, type GraphQLCompositeType, isAbstractType, visit } from 'graphql';
import { type Mistake, mistakeAt } from '../document/DocumentError.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Failures } from './failures.ts';
import type { Shape } from './Shape.ts';

/** Refuses an `@error` off the way to the answer, without a message, or with a status that is no error. */
export function checkFailures(
  { operation, fragments }: EndpointDocument,
  root: Shape,
  onSpine: readonly (Failures | undefined)[],
  mistakes: Mistake[],
): void {
  const refuse = (node: ASTNode, message: string, mend: string) => mistakes.push(mistakeAt(node, message, mend));
  const found = onSpine.flatMap((each) => (each ? [...each.fields, ...each.types] : []));
  for (const { node, status } of found) {
    if (status < 400 || status > 599) refuse(node, `A status of ${status} is no error.`, 'Use one from 400 to 599.');
    const selected = node.selectionSet?.selections.some(
      (each) => each.kind === 'Field' && (each.alias?.value ?? each.name.value) === 'message',
    );
    if (node.selectionSet && !selected) refuse(node, '@error has no message to tell.', 'Select "message" in it.');
  }
  const places = new Set(found.map(({ node }) => node.loc?.start));
  const off = (node: ASTNode & { directives?: readonly { name: { value: string } }[] | undefined }) => {
    if (!node.directives?.some(({ name }) => name.value === 'error') || places.has(node.loc?.start)) return;
    refuse(
      node,
      '@error stands off the way to the answer.',
      'Put it on the root field, or next to what @unwrap selects.',
    );
  };
  for (const part of [operation, ...fragments]) visit(part, { Field: off, InlineFragment: off });
  checkUnions(root, mistakes, operation);
}

/** Every type that an answer can have is selected, or is a failure: a client must not receive an empty object. */
function checkUnions(root: Shape, mistakes: Mistake[], operation: ASTNode): void {
  let shape = root.kind === 'object' ? root.properties[0]?.shape : undefined;
  while (shape?.kind === 'unwrapped') shape = shape.of;
  if (shape?.kind !== 'object' || !isAbstractType(shape.type) || shape.properties.length > 0) return;
  const message = `Nothing is selected of ${(shape.type satisfies GraphQLCompositeType).name}.`;
  mistakes.push(mistakeAt(operation, message, 'Select something of each of its types, or write @error on them.'));
}
