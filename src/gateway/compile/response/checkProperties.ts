// Refuses properties that are one in JSON and several in a document.
import { type FieldNode, type FragmentSpreadNode, type InlineFragmentNode, print } from 'graphql';
import { directiveNode, isOwnDirective } from '../../document/directives.ts';
import { type ShapeProperty, wireProperties } from '../../plan/Shape.ts';
import type { CompileContext } from '../CompileContext.ts';
import { type Occurrence, responseKey } from './collectFields.ts';

/** A property, and the first field or fragment that it is compiled from. */
export interface CompiledMember {
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode;
  property: ShapeProperty;
  /** What a group is compiled from. */
  group?: readonly CompiledMember[];
}

/** Refuses two properties of one name in the JSON of an object. */
export function checkPropertyNames(members: readonly CompiledMember[], { report }: CompileContext): void {
  // Response keys are distinct: only what is spread or grouped can have the name of another.
  if (!members.some(({ property: { shape } }) => shape.kind === 'spread' || shape.kind === 'group')) return;
  const seen = new Map<string, CompiledMember>();
  for (const member of members) {
    for (const { name } of wireProperties({ properties: [member.property] })) {
      const other = seen.get(name);
      seen.set(name, member);
      if (!other) continue;
      const { node } = [member, other].find((candidate) => candidate.property.shape.kind === 'spread') ?? member;
      const word =
        member.property.shape.kind === 'spread' || other.property.shape.kind === 'spread' ? 'spread' : 'wrap';
      const message = `@${word} puts "${name}" twice into one object.`;
      report(directiveNode(node, word), message, 'Write an alias on one of the two fields, or remove one.');
    }
  }
}

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
    .map((directive) => print(directive))
    .sort()
    .join(' ');
}
