import type { ASTNode, DirectiveNode } from 'graphql';
import type { DirectiveName } from './directives.ts';

/** The node for a diagnostic about a directive: the value of the argument, else the directive, else the node that has it. */
export function directiveNode(
  node: ASTNode & { readonly directives?: readonly DirectiveNode[] | undefined },
  name: DirectiveName,
  argument?: string,
): ASTNode {
  const directive = node.directives?.find((each) => each.name.value === name);
  const given = directive?.arguments?.find((each) => each.name.value === argument);
  return given?.value ?? directive ?? node;
}
