import type { ASTNode, DirectiveNode } from 'graphql';
import type { DirectiveName } from './directives.ts';

/** Where a diagnostic about a directive belongs: at the value of its argument, else at the directive, else at the node it stands on. */
export function directiveNode(
  node: ASTNode & { readonly directives?: readonly DirectiveNode[] | undefined },
  name: DirectiveName,
  argument?: string,
): ASTNode {
  const directive = node.directives?.find((each) => each.name.value === name);
  const given = directive?.arguments?.find((each) => each.name.value === argument);
  return given?.value ?? directive ?? node;
}
