import type { ScalarConventions } from './conventions/Conventions.ts';
import type { ParameterPlan } from './ParameterPlan.ts';

/** The JSON of a selection, all fragments resolved. Every node says whether it can be null. Types are named as in the schema. */
export type Shape =
  | LeafShape
  | TemplateShape
  | ListShape
  | UnwrappedShape
  | WrappedShape
  | SpreadShape
  | GroupShape
  | ConnectionShape
  | ObjectShape;

export interface LeafShape {
  kind: 'leaf';
  /** A scalar or an enum. */
  type: string;
  /** All values of a `__typename`, as in the schema. */
  names?: readonly string[];
  nullable: boolean;
}

/** A leaf with `@template`: it is sent as this JSON, whose texts have placeholders. */
export interface TemplateShape {
  kind: 'template';
  /** Never a placeholder alone that has no value: `parts` has all of them but `{}`. */
  value: unknown;
  /** The field's own value. */
  of: LeafShape;
  parts: readonly TemplatePartPlan[];
  nullable: boolean;
}

/** What stands for a placeholder: a property beside the template, or a path parameter. */
export type TemplatePartPlan =
  | {
      name: string;
      /** Response keys from the object that the field with the template is selected on, those of `@unwrap` included. */
      path: readonly string[];
      of: LeafShape;
    }
  | { name: string; parameter: ParameterPlan };

export interface ListShape {
  kind: 'list';
  of: Shape;
  nullable: boolean;
}

/** An object that is left out of the response: `of` is the shape of its only child. */
export interface UnwrappedShape {
  kind: 'unwrapped';
  /** The response key of the child. */
  key: string;
  /** The name of its field in the schema. */
  field: string;
  /** The reason of its deprecation. */
  deprecated?: string;
  of: Shape;
  nullable: boolean;
}

/** A field with `@wrap`: its value, null as well, is the only property of an object. */
interface WrappedShape {
  kind: 'wrapped';
  as: string;
  of: Shape;
  nullable: boolean;
}

/** A field with `@spread`, only as a property: the properties of its object take its place. See `wireProperties`. */
export interface SpreadShape {
  kind: 'spread';
  /** The response keys of its `@unwrap`, which lead to the object. */
  path: readonly string[];
  of: ObjectShape;
  /** Then each of the properties is null. */
  nullable: boolean;
}

/**
 * Fragments with `@wrap`, only as a property, whose key is the name in JSON: an object of some of the fields of the object
 * that it is a property of. It has no data of its own.
 */
export interface GroupShape {
  kind: 'group';
  of: ObjectShape;
  /** A response key that the object around has where it has the group; absent for a group that is always there. */
  marker?: string;
  nullable: boolean;
}

/**
 * A list that pages are read of: a Relay connection, an object that holds a list, or that list itself. In the template of a
 * page only its items are sent: those at `path`, or at `node` of each of them. A page without one is `selected` as it is.
 */
export interface ConnectionShape {
  kind: 'connection';
  /** The response keys from the connection to the list of its items; empty where it is that list itself. */
  path: readonly string[];
  node?: string;
  of: Shape;
  selected: Shape;
  /** The lists of items in `selected`. */
  lists: readonly ItemList[];
  /** The cursors in `selected`: of the page after this one, or before. */
  cursors: readonly { path: readonly string[]; leadsTo: 'next' | 'prev' }[];
  nullable: boolean;
}

export interface ItemList {
  /** The response keys from the connection. */
  path: readonly string[];
  /** The response key of the child that stands for an item. */
  only?: string;
  /** The object types that count as null. */
  unselected?: readonly string[];
}

export interface ObjectShape {
  kind: 'object';
  type: string;
  /** The description of the type. */
  description?: string;
  /** As they are selected; `wireProperties` has them as they are sent. */
  properties: readonly ShapeProperty[];
  /** What is selected as well and not sent; there, if empty, where that is selected for other properties. */
  hidden?: readonly ShapeProperty[];
  /** The names in JSON that several properties have, each for other types, of which every object has one. */
  sharedNames?: readonly string[];
  /** The object types of which nothing is selected. The object, which has its type at `TYPE_KEY`, counts as null for them. */
  unselected?: readonly string[];
  /** The parameter of `@fields` that chooses what is sent of the object. */
  fields?: string;
  /** The shape of the version that the object is, where it is one and nothing else. */
  component?: string;
  nullable: boolean;
}

export interface ShapeProperty {
  /** The name of the field in the schema; '' of a group. */
  field: string;
  /** The response key; of a group, its name in JSON. */
  key: string;
  /** The name in JSON, where that is not the key. A spread has none. */
  name?: string;
  shape: Shape;
  /** False where `@include`, `@skip` or a type condition can leave it out. */
  required: boolean;
  description?: string;
  /** The reason of the deprecation. */
  deprecated?: string;
  /** Whether it is null where reading it fails. */
  caught?: true;
}

/** One property of an object as it is sent. Its shape is never a spread; a group is the object that its `of` is. */
export interface WireProperty extends ShapeProperty {
  /** In JSON. */
  name: string;
  /** The response keys from the object to its value: those of spread objects come first, and a group adds none. */
  path: readonly string[];
}

/** The properties of an object as they are sent: those of spread objects take the place of these. */
export function wireProperties({ properties }: Pick<ObjectShape, 'properties'>): WireProperty[] {
  return properties.flatMap((property): WireProperty[] => {
    const { key, name = key, shape, required, deprecated } = property;
    if (shape.kind === 'group') return [{ ...property, name, path: [] }];
    if (shape.kind !== 'spread') return [{ ...property, name, path: [key] }];
    return wireProperties(shape.of).map((spread) => ({
      ...spread,
      path: [key, ...shape.path, ...spread.path],
      required: required && spread.required,
      ...(deprecated !== undefined && { deprecated }),
      shape: shape.nullable ? { ...spread.shape, nullable: true } : spread.shape,
    }));
  });
}

/** The property of a response key: one of the object itself, or a group of that name; else all of spread objects. */
export function propertiesOfKey(properties: readonly WireProperty[], key: string): readonly WireProperty[] {
  const found = properties.filter((property) => property.key === key);
  const own = found.find(({ path }) => path.length === 1) ?? found.find(({ path }) => path.length === 0);
  return own ? [own] : found;
}

/** What a body has at a path of properties. */
export interface FoundProperty {
  shape: Shape;
  /** The response keys that lead to it. */
  path: readonly string[];
  /** The names in JSON that lead to it. */
  names: readonly string[];
  /** Whether every body has it, and it is never null. */
  isAlwaysThere: boolean;
}

/**
 * The shape at a path of properties by their response keys, or by their names in JSON, lists excluded. Undefined where the body
 * has nothing there, or one of several properties of a name.
 */
export function findProperty(
  shape: Shape,
  steps: readonly string[],
  by: 'key' | 'name' = 'key',
): FoundProperty | undefined {
  const [step, ...rest] = steps;
  if (shape.kind === 'unwrapped') return within([shape.key], [], shape.nullable, findProperty(shape.of, steps, by));
  if (step === undefined) return { shape, path: [], names: [], isAlwaysThere: !shape.nullable };
  if (shape.kind === 'wrapped') {
    return step === shape.as ? within([], [step], shape.nullable, findProperty(shape.of, rest, by)) : undefined;
  }
  const object = shape.kind === 'group' ? shape.of : shape;
  const properties = object.kind === 'object' ? wireProperties(object) : [];
  const keyed = by === 'key' ? propertiesOfKey(properties, step) : properties.filter(({ name }) => name === step);
  const [property, second] = keyed.flatMap((each) => properties.filter(({ name }) => name === each.name));
  if (!property || second) return undefined;
  const { path, name, required } = property;
  return within(path, [name], shape.nullable || !required, findProperty(property.shape, rest, by));
}

function within(
  path: readonly string[],
  names: readonly string[],
  canBeMissing: boolean,
  found: FoundProperty | undefined,
): FoundProperty | undefined {
  if (!found) return undefined;
  const isAlwaysThere = found.isAlwaysThere && !canBeMissing;
  return { ...found, path: [...path, ...found.path], names: [...names, ...found.names], isAlwaysThere };
}

/** Whether a value of a shape can be null, an `@unwrap` being its child. */
export function isNullable(shape: Shape): boolean {
  return shape.nullable || (shape.kind === 'unwrapped' && isNullable(shape.of));
}

/** Whether a value is base64, which any media type but JSON sends as bytes. */
export function isBytes(shape: Shape, { scalars }: ScalarConventions): boolean {
  return shape.kind === 'leaf' && scalars[shape.type]?.format === 'byte';
}
