import type { FieldNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { ConnectionShape, Shape } from '../plan/Shape.ts';
import type { CompileContext } from './CompileContext.ts';

/** The shape of a field, with the parameter of its `@fields` on the object that it is, or on each of its items. */
export function markFields(
  node: FieldNode,
  shape: Shape,
  { conventions, report }: Pick<CompileContext, 'conventions' | 'report'>,
): Shape {
  const own = readDirective('fields', node);
  if (!own) return shape;
  const marked = mark(shape, own.name ?? conventions.fields);
  if (marked) return marked;
  const message = `@fields is on "${node.name.value}", which is not an object.`;
  report(directiveNode(node, 'fields'), message, 'Remove it.');
  return shape;
}

/** Undefined where there is no object. */
function mark(shape: Shape, fields: string): Shape | undefined {
  switch (shape.kind) {
    case 'object':
      return { ...shape, fields };
    case 'list':
    case 'unwrapped': {
      const of = mark(shape.of, fields);
      return of && { ...shape, of };
    }
    case 'connection': {
      const of = mark(shape.of, fields);
      return of && { ...shape, of, selected: markAt(shape.selected, itemPath(shape), fields) };
    }
    default:
      return undefined;
  }
}

/** Response keys from a connection to its items. */
function itemPath({ path, node }: ConnectionShape): string[] {
  return [...path, ...(node === undefined ? [] : [node])];
}

/** Marks the objects at response keys. */
function markAt<Selected extends Shape>(shape: Selected, path: readonly string[], fields: string): Selected;
function markAt(shape: Shape, path: readonly string[], fields: string): Shape {
  const [key, ...rest] = path;
  if (key === undefined) return mark(shape, fields) ?? shape;
  if (shape.kind === 'list') return { ...shape, of: markAt(shape.of, path, fields) };
  if (shape.kind === 'unwrapped' && shape.key === key) return { ...shape, of: markAt(shape.of, rest, fields) };
  if (shape.kind !== 'object') return shape;
  const properties = shape.properties.map((each) =>
    each.key === key ? { ...each, shape: markAt(each.shape, rest, fields) } : each,
  );
  return { ...shape, properties };
}
