import type { ASTNode } from 'graphql';

/**
 * Memoizes a pure function of a node, and of what else it is given: the result for a node is used again as long as that is the same.
 * Many endpoints spread the same shape; what is known of its fragment alone is computed once.
 */
export function memoizeByNode<Node extends ASTNode, Given extends readonly unknown[], Result>(
  compute: (node: Node, ...given: Given) => Result,
): (node: Node, ...given: Given) => Result {
  const last = new WeakMap<Node, { given: Given; result: Result }>();
  return (node, ...given) => {
    const known = last.get(node);
    const isSame = known?.given.length === given.length && known.given.every((each, index) => each === given[index]);
    if (isSame) return known.result;
    const result = compute(node, ...given);
    last.set(node, { given, result });
    return result;
  };
}
