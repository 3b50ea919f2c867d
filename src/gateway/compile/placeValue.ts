import type { FieldNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { Shape } from '../plan/Shape.ts';
import type { CompileContext } from './CompileContext.ts';

/**
 * The shape of a field in the object around it: what its `@template`, and then its `@wrap` or `@spread`, make of that of its
 * value. `resolveTemplates` completes the templates.
 */
export function placeValue(node: FieldNode, own: Shape, context: CompileContext): Shape {
  const template = readDirective('template', node);
  const shape = template ? placeTemplate(node, structuredClone(template.value), own, context) : own;
  const wrap = readDirective('wrap', node);
  if (readDirective('spread', node)) {
    if (!wrap) return spread(node, shape, context);
    const message = `@spread and @wrap are both on "${node.name.value}".`;
    context.report(directiveNode(node, 'spread'), message, 'Remove one of them.');
  }
  return wrap ? { kind: 'wrapped', as: wrap.as, of: shape, nullable: false } : shape;
}

/** Refuses a value that is an object: each leaf of a list is sent as the template. */
function placeTemplate(node: FieldNode, value: unknown, shape: Shape, context: CompileContext): Shape {
  if (shape.kind === 'leaf') return { kind: 'template', value, of: shape, parts: [], nullable: shape.nullable };
  if (shape.kind === 'list' || shape.kind === 'unwrapped') {
    return { ...shape, of: placeTemplate(node, value, shape.of, context) };
  }
  const message = `@template is on "${node.name.value}", which is not a scalar or an enum.`;
  context.report(directiveNode(node, 'template'), message, 'Write it on a field of it.');
  return shape;
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
