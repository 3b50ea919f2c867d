import { BREAK, type DirectiveNode, type OperationDefinitionNode, visit } from 'graphql';
import type { ShapeContext } from './ShapeContext.ts';

/** Refuses a `@spread` on the only root field, and a `@wrap` on a fragment of it: there is no object around that is sent. */
export function refuseRootPlacement(
  operation: OperationDefinitionNode,
  kind: 'group' | 'spread',
  { fragments, report }: ShapeContext,
): void {
  const word = kind === 'group' ? 'wrap' : 'spread';
  let found: DirectiveNode | undefined;
  for (const definition of [operation, ...fragments.values()]) {
    visit(definition, {
      Directive(node) {
        if (found || node.name.value !== word) return undefined;
        found = node;
        return BREAK;
      },
    });
  }
  const message = `@${word} has no object around it: the only root field is the response.`;
  const hint = kind === 'group' ? 'Write @wrap on the field itself.' : 'Remove it, or select another root field.';
  report(found ?? operation, message, hint);
}
