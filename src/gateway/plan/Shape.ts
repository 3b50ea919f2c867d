/** The JSON of a selection, all fragments resolved. Every node says whether it can be null. Types are named as in the schema. */
export type Shape = LeafShape | ListShape | UnwrappedShape | ConnectionShape | ObjectShape;

export interface LeafShape {
  kind: 'leaf';
  /** A scalar or an enum. */
  type: string;
  /** All values of a `__typename`. */
  names?: readonly string[];
  nullable: boolean;
}

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
  of: Shape;
  nullable: boolean;
}

/**
 * A list that pages are read of: a Relay connection, an object that holds a list, or that list itself. In an envelope or a
 * template only its items are sent: those at `path`, or at `node` of each of them. Without one `selected` is sent as it is.
 */
export interface ConnectionShape {
  kind: 'connection';
  /** The response keys from the connection to the list of its items; empty where it is that list itself. */
  path: readonly string[];
  node?: string;
  of: Shape;
  selected: Shape;
  /** The lists of items in `selected`; an item is its child `only`, where it has one. */
  lists: readonly { path: readonly string[]; only?: string }[];
  /** The cursors in `selected`: of the page after this one, or before. */
  cursors: readonly { path: readonly string[]; leadsTo: 'next' | 'prev' }[];
  nullable: boolean;
}

export interface ObjectShape {
  kind: 'object';
  type: string;
  /** The description of the type. */
  description?: string;
  properties: readonly ShapeProperty[];
  /** The shape of the version that the object is, where it is one and nothing else. */
  component?: string;
  nullable: boolean;
}

export interface ShapeProperty {
  /** The name of the field in the schema. */
  field: string;
  /** The response key, which is the name in JSON. */
  key: string;
  shape: Shape;
  /** False where `@include`, `@skip` or a type condition can leave it out. */
  required: boolean;
  description?: string;
  /** The reason of the deprecation. */
  deprecated?: string;
}
