import type { ASTNode } from 'graphql';

/**
 * Memoizes a pure function of a node, and of what else it is given: the result for a node is used again as long as that is the same.
 * Many endpoints spread the same shape; what is known of its fragment alone is computed once.
 */
export function memoizeByNode<Node extends ASTNode, Given extends readonly unknown[], Result>(
  compute: (node: Node, ...inputs: Given) => Result,
): (node: Node, ...inputs: Given) => Result {
  const last = new WeakMap<Node, { given: Given; result: Result }>();
  return (node, ...inputs) => {
    const memo = last.get(node);
    const isSame = memo?.given.length === inputs.length && memo.given.every((input, index) => input === inputs[index]);
    if (isSame) return memo.result;
    const result = compute(node, ...inputs);
    last.set(node, { given: inputs, result });
    return result;
  };
}
