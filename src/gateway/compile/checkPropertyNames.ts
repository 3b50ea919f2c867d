import type { FieldNode, FragmentSpreadNode, InlineFragmentNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { ShapeProperty } from '../plan/Shape.ts';
import { wireProperties } from '../plan/wireProperties.ts';
import type { CompileContext } from './CompileContext.ts';

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
      const { node } = [member, other].find((each) => each.property.shape.kind === 'spread') ?? member;
      const word =
        member.property.shape.kind === 'spread' || other.property.shape.kind === 'spread' ? 'spread' : 'wrap';
      const message = `@${word} puts "${name}" twice into one object.`;
      report(directiveNode(node, word), message, 'Write an alias on one of the two fields, or remove one.');
    }
  }
}
