// From the shape of a response to the parameters of @fields: which properties each can list, and what executes for them.
import { type DirectiveNode, type DocumentNode, visit } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import { isRedirect } from '../plan/EndpointPlan.ts';
import type { FieldsPlan, SelectableProperty } from '../plan/FieldsPlan.ts';
import type { HeaderPlan } from '../plan/HeaderPlan.ts';
import type { LocationPart } from '../plan/LocationPart.ts';
import { type ResultPlan, endOf } from '../plan/ResultPlan.ts';
import type { ObjectShape, Shape } from '../plan/Shape.ts';
import { type WireProperty, wireProperties } from '../plan/wireProperties.ts';
import type { CompileContext } from './CompileContext.ts';

export interface FieldsSource {
  result: ResultPlan;
  location: readonly LocationPart[] | undefined;
  headers: readonly HeaderPlan[] | undefined;
  status: number;
}

/** The parameters of `@fields` in a result. Refuses two of one name, and any where the response has no body. */
export function compileFieldsPlans(
  { result, location = [], headers = [], status }: FieldsSource,
  document: DocumentNode,
  { conventions, report }: CompileContext,
): FieldsPlan[] {
  const needed = location.flatMap((part) => (typeof part === 'string' ? [] : [wirePathOf(part)]));
  const plans: FieldsPlan[] = [];
  const start: Place = { path: result.dataPath, wire: result.wrapper === undefined ? [] : [result.wrapper] };
  visitObjects(endOf(result), start, (object, { path, wire }) => {
    if (object.fields === undefined) return;
    const properties = propertiesOf(object);
    const inside = needed.filter((keys) => wire?.every((key, index) => keys[index] === key));
    const located = inside.flatMap((keys) => pathAt(properties, keys.slice(wire!.length), path));
    const executes = [...located, ...headers.map((each) => each.path)];
    plans.push({ name: object.fields, path, properties, ...(executes.length > 0 && { executes }) });
  });
  const twice = plans.find(({ name }, index) => plans.findIndex((each) => each.name === name) < index);
  const hasBody = status !== 204 && !isRedirect(status);
  if (!twice && hasBody) return plans;
  const nodes = directivesIn(document);
  if (twice) {
    const isTwice = ({ name }: { name: string | undefined }) => (name ?? conventions.fields) === twice.name;
    const message = `Two objects have the parameter "${twice.name}" of @fields.`;
    report(nodes.findLast(isTwice)!.at, message, 'Write @fields(name: "…") on one of them.');
  }
  if (nodes[0] && !hasBody) {
    report(nodes[0].at, `@fields has no effect, as a response of status ${status} has no body.`, 'Remove it.');
  }
  return plans;
}

function wirePathOf(part: Exclude<LocationPart, string>): readonly string[] {
  if ('property' in part) return part.property;
  return 'url' in part ? part.url : [];
}

function directivesIn(document: DocumentNode): { at: DirectiveNode; name: string | undefined }[] {
  const found: { at: DirectiveNode; name: string | undefined }[] = [];
  visit(document, {
    Field(node) {
      const own = readDirective('fields', node);
      if (own) found.push({ at: directiveNode(node, 'fields') as DirectiveNode, name: own.name });
    },
  });
  return found;
}

/** Where an object is: response keys from the root of the data, and the keys of the body; none in a list. */
interface Place {
  path: readonly string[];
  wire: readonly string[] | undefined;
}

function visitObjects(shape: Shape, at: Place, note: (object: ObjectShape, at: Place) => void): void {
  const { path, wire } = at;
  switch (shape.kind) {
    case 'list':
      return visitObjects(shape.of, { path, wire: undefined }, note);
    case 'unwrapped':
      return visitObjects(shape.of, { path: [...path, shape.key], wire }, note);
    case 'wrapped':
      return visitObjects(shape.of, { path, wire: wire && [...wire, shape.as] }, note);
    case 'connection':
      return visitObjects(shape.selected, { path, wire: undefined }, note);
    case 'spread':
      return visitObjects(shape.of, { path: [...path, ...shape.path], wire }, note);
    case 'group':
    case 'object':
      break;
    default:
      return undefined;
  }
  const object = shape.kind === 'group' ? shape.of : shape;
  note(object, at);
  for (const { key, shape: each } of object.properties) {
    const inside = each.kind === 'group' ? path : [...path, key];
    visitObjects(each, { path: inside, wire: each.kind === 'spread' ? wire : wire && [...wire, key] }, note);
  }
}

/** What is around the properties of a group: response keys and keys of the JSON that lead to it, and those of its names. */
interface Surrounding {
  path: readonly string[];
  wire: readonly string[];
  groups: readonly string[];
  isSpread: boolean;
}

/**
 * The properties that can be listed. Those of a group are beside the others, and those of a group in it behind its name; `path`
 * leads to the object.
 */
function propertiesOf(object: ObjectShape, path: readonly string[] = []): SelectableProperty[] {
  return propertiesIn(object, { path, wire: [], groups: [], isSpread: false });
}

function propertiesIn(object: ObjectShape, { path, wire, groups, isSpread }: Surrounding): SelectableProperty[] {
  const inGroups = groups.length > 0 && { groups };
  return wireProperties(object).flatMap((property): SelectableProperty[] => {
    const { shape } = property;
    const keys = [...path, ...property.path];
    const to = [...wire, property.name];
    const name = groups.length > 0 ? `${groups.at(-1)}.${property.name}` : property.name;
    if (shape.kind === 'group') {
      return propertiesIn(shape.of, {
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
function identifies({ field, shape }: WireProperty): boolean {
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
      return { needs: [], properties: propertiesOf(shape, inside) };
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

/** The response paths of the property at some keys of the JSON; `around` is that of the object. */
function pathAt(
  properties: readonly SelectableProperty[],
  keys: readonly string[],
  around: readonly string[],
): (readonly string[])[] {
  return properties.flatMap(({ wire, path, properties: below = [] }) => {
    if (!wire.every((key, index) => keys[index] === key)) return [];
    const at = [...around, ...path];
    return wire.length === keys.length ? [at] : pathAt(below, keys.slice(wire.length), at);
  });
}
