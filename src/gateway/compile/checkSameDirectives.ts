import { type FieldNode, print } from 'graphql';
import { isOwnDirective } from '../document/directives.ts';
import { type Occurrence, responseKey } from './collectFields.ts';
import type { CompileContext } from './CompileContext.ts';

/** Refuses occurrences of one response key whose directives of the vocabulary differ. */
export function checkSameDirectives(
  first: Occurrence,
  others: readonly Occurrence[],
  { report }: Pick<CompileContext, 'report'>,
): void {
  for (const { node } of others) {
    if (directivesOf(node) === directivesOf(first.node)) continue;
    const message = `"${responseKey(node)}" is selected more than once, with different directives.`;
    report(node, message, 'Write the same directives on each.');
  }
}

function directivesOf({ directives = [] }: FieldNode): string {
  return directives
    .filter(isOwnDirective)
    .map((each) => print(each))
    .sort()
    .join(' ');
}
