import type { FieldNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { Shape } from '../plan/Shape.ts';
import type { CompileContext } from './CompileContext.ts';

/** The shape of a field in the object around it: what its `@wrap` or `@spread` makes of that of its value. */
export function placeValue(node: FieldNode, shape: Shape, context: CompileContext): Shape {
  const wrap = readDirective('wrap', node);
  if (readDirective('spread', node)) {
    if (!wrap) return spread(node, shape, context);
    const message = `@spread and @wrap are both on "${node.name.value}".`;
    context.report(directiveNode(node, 'spread'), message, 'Remove one of them.');
  }
  return wrap ? { kind: 'wrapped', as: wrap.as, of: shape, nullable: false } : shape;
}

function spread(node: FieldNode, shape: Shape, { report }: CompileContext): Shape {
  const path: string[] = [];
  let end = shape;
  let { nullable } = shape;
  while (end.kind === 'unwrapped') {
    path.push(end.key);
    end = end.of;
    nullable ||= end.nullable;
  }
  if (end.kind === 'object') return { kind: 'spread', path, of: end, nullable };
  const what = end.kind === 'list' || end.kind === 'connection' ? 'is a list' : 'is not an object';
  const message = `@spread is on "${node.name.value}", which ${what}.`;
  report(directiveNode(node, 'spread'), message, 'Remove it.');
  return shape;
}
