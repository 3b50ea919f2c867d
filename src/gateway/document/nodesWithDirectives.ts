import { type ASTNode, type DirectiveNode, type DefinitionNode, visit } from 'graphql';
import { memoizeByNode } from './memoizeByNode.ts';

/** A node with directives. */
export type DirectedNode = ASTNode & { readonly directives: readonly DirectiveNode[] };

/** The nodes of a definition that have directives, in the order of the document. */
export const nodesWithDirectives = memoizeByNode((definition: DefinitionNode): readonly DirectedNode[] => {
  const found: DirectedNode[] = [];
  visit(definition, {
    enter(node) {
      if ('directives' in node && node.directives && node.directives.length > 0) found.push(node as DirectedNode);
    },
  });
  return found;
});
