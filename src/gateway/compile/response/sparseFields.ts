// From the shape of a response to the parameters of @fields: which properties each can list, and what executes for them.
import type { DocumentNode, FieldNode } from 'graphql';
import { type DirectedNode, directiveNode, nodesWith, readDirective } from '../document/directives.ts';
import { type FieldsPlan, type SelectableProperty, sendsBody } from '../../plan/EndpointPlan.ts';
import { type HeaderPlan, type LocationPart, type ResultPlan, type StatusPlan, endOf } from '../../plan/ResultPlan.ts';
import {
  type ObjectShape,
  type Shape,
  type ShapeProperty,
  type WireProperty,
  findProperty,
  wireProperties,
} from '../../plan/Shape.ts';
import type { CompileContext } from '../CompileContext.ts';

interface FieldsSource {
  result: ResultPlan;
  location: readonly LocationPart[] | undefined;
  headers: readonly HeaderPlan[] | undefined;
  statusBy: StatusPlan | undefined;
  status: number;
}

/** The parameters of `@fields` in a result. Refuses two of one name, and any where the response has no body. */
export function compileFieldsPlans(
  { result, location = [], headers = [], statusBy, status }: FieldsSource,
  document: DocumentNode,
  { conventions, report }: CompileContext,
): FieldsPlan[] {
  const end = endOf(result);
  const located = location.flatMap((part) => {
    if (typeof part === 'string' || 'parameter' in part) return [];
    const keys = 'url' in part ? part.url : part.property;
    const found = findProperty(end, result.wrapper === undefined ? keys : keys.slice(1), 'name');
    return found ? [[...result.dataPath, ...found.path]] : [];
  });
  const executes = [...located, ...[...headers, ...(statusBy ? [statusBy] : [])].map((read) => read.path)];
  const plans: FieldsPlan[] = [];
  visitObjects(end, result.dataPath, (object, path) => {
    if (object.fields === undefined) return;
    const properties = propertiesOf(object);
    plans.push({ name: object.fields, path, properties, ...(executes.length > 0 && { executes }) });
  });
  const nodes = nodesWith('fields', document.definitions);
  const twice = plans.find(({ name }, index) => plans.findIndex((plan) => plan.name === name) < index);
  if (twice) {
    const isTwice = (node: DirectedNode) => (readDirective('fields', node)!.name ?? conventions.fields) === twice.name;
    const message = `Two objects have the parameter "${twice.name}" of @fields.`;
    report(directiveNode(nodes.findLast(isTwice)!, 'fields'), message, 'Write @fields(name: "…") on one of them.');
  }
  if (nodes[0] && !statusBy && !sendsBody(status)) {
    const message = `@fields has no effect, as a response of status ${status} has no body.`;
    report(directiveNode(nodes[0], 'fields'), message, 'Remove it.');
  }
  return plans;
}

/** `path` is that of response keys from the root of the data. */
export function visitObjects(
  shape: Shape,
  path: readonly string[],
  note: (object: ObjectShape, path: readonly string[]) => void,
): void {
  switch (shape.kind) {
    case 'list':
    case 'wrapped':
      return visitObjects(shape.of, path, note);
    case 'unwrapped':
      return visitObjects(shape.of, [...path, shape.key], note);
    case 'connection':
      return visitObjects(shape.selected, path, note);
    case 'spread':
      return visitObjects(shape.of, [...path, ...shape.path], note);
    case 'group':
    case 'object': {
      const object = shape.kind === 'group' ? shape.of : shape;
      note(object, path);
      for (const { key, shape: inner } of object.properties) {
        visitObjects(inner, inner.kind === 'group' ? path : [...path, key], note);
      }
    }
  }
}

/** What is around the properties of a group: response keys and keys of the JSON that lead to it, and those of its names. */
interface Surrounding {
  path?: readonly string[];
  wire?: readonly string[];
  groups?: readonly string[];
  isSpread?: boolean;
}

/** The properties that can be listed. Those of a group are beside the others, and those of a group in it behind its name. */
function propertiesOf(
  object: ObjectShape,
  { path = [], wire = [], groups = [], isSpread = false }: Surrounding = {},
): SelectableProperty[] {
  const inGroups = groups.length > 0 && { groups };
  return wireProperties(object).flatMap((property): SelectableProperty[] => {
    const { shape } = property;
    const keys = [...path, ...property.path];
    const to = [...wire, property.name];
    const name = groups.length > 0 ? `${groups.at(-1)}.${property.name}` : property.name;
    if (shape.kind === 'group') {
      return propertiesOf(shape.of, {
        path: keys,
        wire: to,
        groups: wire.length > 0 ? [...groups, name] : groups,
        isSpread: isSpread || property.path.length > 0,
      });
    }
    const { needs, properties } = valueOf(shape, keys);
    const isOwn = !isSpread && property.path.length === 1;
    return [
      {
        name,
        ...inGroups,
        path: keys,
        wire: to,
        ...(isOwn && identifies(property) && { always: true as const }),
        ...(needs.length > 0 && { needs }),
        ...(properties.length > 0 && { properties }),
      },
    ];
  });
}

/** Whether a property says which object this is. */
function identifies({ field, shape }: Pick<ShapeProperty, 'field' | 'shape'>): boolean {
  if (field === '__typename') return true;
  return field === 'id' && shape.kind === 'leaf' && shape.type === 'ID' && !shape.nullable;
}

/** What is needed for a value besides itself, and what can be listed below it. `keys` lead to it from the object around. */
function valueOf(
  shape: Shape,
  keys: readonly string[],
  inside: readonly string[] = [],
): { needs: string[][]; properties: SelectableProperty[] } {
  switch (shape.kind) {
    case 'list':
      return valueOf(shape.of, keys, inside);
    case 'unwrapped':
      return valueOf(shape.of, keys, [...inside, shape.key]);
    case 'connection':
      return valueOf(shape.selected, keys, inside);
    case 'object':
      return { needs: [], properties: propertiesOf(shape, { path: inside }) };
    case 'wrapped': {
      const { needs, properties } = valueOf(shape.of, keys, inside);
      const child = { name: shape.as, path: [], wire: [shape.as], ...(properties.length > 0 && { properties }) };
      return { needs, properties: [child] };
    }
    case 'template': {
      const around = [...keys, ...inside].slice(0, -1);
      const needs = shape.parts.flatMap((part) => ('path' in part ? [[...around, ...part.path]] : []));
      return { needs, properties: [] };
    }
    default:
      return { needs: [], properties: [] };
  }
}

/** The shape of a field, with the parameter of its `@fields` on the object that it is, or on each of its items. */
export function markFields(
  node: FieldNode,
  shape: Shape,
  { conventions, report }: Pick<CompileContext, 'conventions' | 'report'>,
): Shape {
  const directive = readDirective('fields', node);
  if (!directive) return shape;
  const marked = mark(shape, directive.name ?? conventions.fields);
  if (marked) return marked;
  const message = `@fields is on "${node.name.value}", which is not an object.`;
  report(directiveNode(node, 'fields'), message, 'Remove it.');
  return shape;
}

/** The shape with the parameter on the objects at response keys; undefined where there is no object. */
function mark(shape: Shape, fields: string, path: readonly string[] = []): Shape | undefined {
  const [key, ...rest] = path;
  switch (shape.kind) {
    case 'object': {
      if (key === undefined) return { ...shape, fields };
      const properties = shape.properties.map((property) =>
        property.key === key ? { ...property, shape: mark(property.shape, fields, rest) ?? property.shape } : property,
      );
      return { ...shape, properties };
    }
    case 'list':
    case 'unwrapped': {
      const of = mark(shape.of, fields, shape.kind === 'unwrapped' && shape.key === key ? rest : path);
      return of && { ...shape, of };
    }
    case 'connection': {
      const of = mark(shape.of, fields);
      const items = [...shape.path, ...(shape.node === undefined ? [] : [shape.node])];
      return of && { ...shape, of, selected: mark(shape.selected, fields, items) ?? shape.selected };
    }
    default:
      return undefined;
  }
}

/**
 * The result, in which an object with `@fields` requires no properties but those that identify it, and the groups of these; nor do the
 * objects below it.
 */
export function withOptionalProperties(result: ResultPlan): ResultPlan {
  return { ...result, body: withOptional(result.body, false) };
}

function withOptional(shape: Shape, isBelow: boolean): Shape {
  switch (shape.kind) {
    case 'leaf':
    case 'template':
      return shape;
    case 'connection':
      return { ...shape, of: withOptional(shape.of, isBelow), selected: withOptional(shape.selected, isBelow) };
    case 'object': {
      const isOptional = isBelow || shape.fields !== undefined;
      const { sharedNames, ...object } = shape;
      const properties = shape.properties.map((property) => ({
        ...property,
        shape: withOptional(property.shape, isOptional),
        required: property.required && !(isOptional && isSelectable(property)),
      }));
      const shared = sharedNames?.filter((name) => {
        return !(isOptional && wireProperties(shape).some((each) => each.name === name && isSelectable(each)));
      });
      return { ...object, properties, ...(shared && shared.length > 0 && { sharedNames: shared }) };
    }
    default:
      return { ...shape, of: withOptional(shape.of, isBelow) } as Shape;
  }
}

/** Whether a property, or all that is in a group, can be left out. */
function isSelectable(property: Pick<WireProperty, 'field' | 'shape' | 'path'> | ShapeProperty): boolean {
  const { shape } = property;
  if (shape.kind === 'group') return !shape.of.properties.some((each) => each.required && !isSelectable(each));
  return ('path' in property && property.path.length !== 1) || !identifies(property);
}
