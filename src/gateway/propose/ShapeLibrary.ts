import {
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { RESERVED } from '../document/checkShapeNames.ts';
import { type Field, idOf, isInternal, isLeaf, isList } from './schema/fields.ts';
import { hasReferences, isError, isForeign, isPaged, isRoot, isValue } from './schema/relations.ts';
import { isMetadata, leavesOf, shownFields } from './schema/shownFields.ts';
import { readConnection } from './schema/readConnection.ts';
import { rootTypes } from './schema/rootTypes.ts';
import { formatDocument } from './text/formatDocument.ts';
import { leftOutComment } from './text/leftOutComment.ts';

const MAX_OBJECTS = 12;
const MAX_LEVELS = 2;
/** An object with more scalars than these is no detail of another one. */
const MAX_PART_LEAVES = 40;
/** What is shown as a whole although it has an id, and perhaps a query. */
const VALUE = /(?:Address|Image|Location)$/;

/** A fragment in a file of `shapes/`. */
export interface ProposedShape {
  name: string;
  text: string;
  /** The shapes that it spreads. */
  uses: readonly string[];
  /** Its scalars that are never null. */
  required: readonly string[];
}

/** What is selected of an object, and the shapes in it. */
export interface Selection {
  text: string;
  uses: readonly string[];
  required: readonly string[];
}

/** The selection of a type, and the names of fields that are not in it. */
interface Shown extends Selection {
  leftOut: readonly string[];
}

/** The shapes of an API that exists already. */
export interface ExistingShapes {
  /** Those that can be spread anywhere, by the name of their type; with their scalars that are never null. */
  byType: ReadonlyMap<string, { name: string; required: readonly string[] }>;
  names: ReadonlySet<string>;
}

/** Makes one shape for each type that responses have. */
export class ShapeLibrary {
  readonly #schema: GraphQLSchema;
  readonly #existing: ExistingShapes;
  /** The types that have endpoints of their own. */
  readonly #roots: ReadonlySet<GraphQLNamedType>;
  readonly #shapes = new Map<string, ProposedShape | undefined>();

  constructor(schema: GraphQLSchema, existing: ExistingShapes = { byType: new Map(), names: new Set() }) {
    this.#schema = schema;
    this.#existing = existing;
    this.#roots = rootTypes(schema);
  }

  /** The shapes with these names, and all that they spread. */
  closure(names: readonly string[]): ProposedShape[] {
    const found = new Map<string, ProposedShape>();
    const byName = new Map([...this.#shapes.values()].flatMap((each) => (each ? [[each.name, each] as const] : [])));
    const walk = (name: string): void => {
      const shape = byName.get(name);
      if (!shape || found.has(name)) return;
      found.set(name, shape);
      for (const each of shape.uses) walk(each);
    };
    for (const name of names) walk(name);
    return [...found.values()];
  }

  /** `{ ...User }`; undefined where nothing of the type can be selected without arguments. */
  select(type: GraphQLNamedType): Selection | undefined {
    const existing = this.#existing.byType.get(type.name);
    if (existing) return { text: `{ ...${existing.name} }`, uses: [existing.name], required: existing.required };
    const shape = this.#shapeOf(type);
    return shape && { text: `{ ...${shape.name} }`, uses: [shape.name], required: shape.required };
  }

  #shapeOf(type: GraphQLNamedType): ProposedShape | undefined {
    if (this.#shapes.has(type.name)) return this.#shapes.get(type.name);
    this.#shapes.set(type.name, undefined);
    const selection = this.#select(type);
    if (!selection) return undefined;
    const name = this.#nameOf(type);
    const text =
      formatDocument(`fragment ${name} on ${type.name} ${selection.text}`) + leftOutComment(selection.leftOut);
    const shape = { name, text, uses: selection.uses, required: selection.required };
    this.#shapes.set(type.name, shape);
    return shape;
  }

  #nameOf({ name }: GraphQLNamedType): string {
    const isFree = (each: string) =>
      !RESERVED.has(each) &&
      !this.#existing.names.has(each) &&
      !isInputObjectType(this.#schema.getType(each)) &&
      !(each.endsWith('List') && isCompositeType(this.#schema.getType(each.slice(0, -'List'.length))));
    const candidates = [name, `${name}Shape`, `${name}Summary`, `${name}Fields`];
    return candidates.find(isFree) ?? `${name}_`;
  }

  #select(type: GraphQLNamedType): Shown | undefined {
    if (isUnionType(type)) return this.#selectMembers(type);
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const fields = shownFields(type);
    const leaves = leavesOf(fields);
    if (leaves.length === 0) return this.#selectNested(type, fields) ?? this.#selectMembers(type);
    const names = new Set(leaves.map((each) => each.name));
    const id = idOf(type);
    const shown = new Set(names);
    const uses: string[] = [];
    const lines = fields.flatMap((field) => {
      if (field.name === id?.name) return [];
      if (names.has(field.name)) return [field.name];
      const inner = this.#selectField(field, type);
      if (!inner) return [];
      shown.add(field.name);
      uses.push(...inner.uses);
      return [`${field.name} ${inner.text}`];
    });
    const first = [...(isAbstractType(type) ? [typeName(names)] : []), ...(id ? [id.name] : [])];
    return {
      text: `{ ${[...first, ...lines].join('\n')} }`,
      uses: [...new Set(uses)],
      required: leaves.filter((each) => isNonNullType(each.type) && !isList(each)).map(({ name }) => name),
      leftOut: this.#leftOut(type, shown),
    };
  }

  /** An object in an object: a resource by its id, and everything that is a part of this one as a whole. */
  #selectField(field: Field, parent: GraphQLNamedType): Selection | undefined {
    const type = getNamedType(field.type);
    if (isLeaf(field) || isRoot(type, this.#schema) || isForeign(field) || isError(field)) return undefined;
    if (isUnionType(type)) return isList(field) ? undefined : selectIds(type);
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const isEntity = idOf(parent) !== undefined;
    const isSmall = type !== parent && leavesOf(shownFields(type)).length <= MAX_PART_LEAVES;
    if (idOf(type)) {
      const isOwn = isEntity && isSmall && !this.#roots.has(type);
      // Parts have no lists of parts: each list would multiply the other.
      if (isList(field)) return isOwn && this.#roots.has(parent) && !isPaged(field) ? this.select(type) : undefined;
      const isWhole = (isOwn || (isEntity && isSmall && VALUE.test(type.name))) && !hasReferences(type);
      return isWhole ? this.select(type) : { text: '{ id }', uses: [], required: [] };
    }
    if (!isSmall) return undefined;
    if (type.name.endsWith('Connection') || readConnection({ ...field, type }) !== undefined) return undefined;
    const fields = shownFields(type);
    const isValues = fields.length > 0 && fields.every((each) => isLeaf(each) || isValue(each, MAX_LEVELS));
    // Below an object without an id, only values: no cycle.
    return isValues || (isEntity && leavesOf(fields).length > 0) ? this.select(type) : undefined;
  }

  /** The objects of an object that has no scalars. */
  #selectNested(type: GraphQLNamedType, fields: readonly Field[]): Shown | undefined {
    const inner = fields.slice(0, MAX_OBJECTS).flatMap((field) => {
      const named = getNamedType(field.type);
      if (isRoot(named, this.#schema) || named === type || readConnection({ ...field, type: named })) return [];
      if (leavesOf(shownFields(named)).length === 0) return [];
      const selection = this.select(named);
      return selection ? [{ field, selection }] : [];
    });
    if (inner.length === 0) return undefined;
    const lines = inner.map(({ field, selection }) => `${field.name} ${selection.text}`);
    return {
      text: `{ ${[...(isAbstractType(type) ? [typeName(new Set(inner.map(({ field }) => field.name)))] : []), ...lines].join('\n')} }`,
      uses: [...new Set(inner.flatMap(({ selection }) => selection.uses))],
      required: [],
      leftOut: this.#leftOut(type, new Set(inner.map(({ field }) => field.name))),
    };
  }

  /** The scalars of each type of a union; those of one name have one type, so that one JSON schema describes them. */
  #selectMembers(type: GraphQLNamedType): Shown | undefined {
    if (!isAbstractType(type)) return undefined;
    const types = new Map<string, string>();
    const parts = this.#schema.getPossibleTypes(type).map((member) => {
      const leaves = leavesOf(shownFields(member)).filter(({ name, type: leaf }) => {
        const known = types.get(name) ?? String(leaf);
        types.set(name, known);
        return known === String(leaf);
      });
      return { member, names: leaves.map(({ name }) => name) };
    });
    const shown = parts.filter(({ names }) => names.length > 0);
    if (shown.length === 0) return undefined;
    const all = new Set(shown.flatMap((each) => each.names));
    const lines = shown.map(({ member, names }) => `... on ${member.name} { ${names.join('\n')} }`);
    return {
      text: `{ ${[typeName(all), ...lines].join('\n')} }`,
      uses: [],
      required: [],
      leftOut: parts.flatMap(({ member, names }) =>
        this.#leftOut(member, new Set(names)).map((name) => `${member.name}.${name}`),
      ),
    };
  }

  /** What could be added to a selection, those fields last that need arguments. */
  #leftOut(type: GraphQLNamedType, shown: ReadonlySet<string>): string[] {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields())
      .filter((field) => !shown.has(field.name) && field.deprecationReason == null && !isInternal(field))
      .filter((field) => !isRoot(getNamedType(field.type), this.#schema) && !isMetadata(field) && !isError(field))
      .map((field) => ({ name: field.name, rank: field.args.some(isRequiredArgument) ? 1 : 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ name }) => name);
  }
}

/** The type and the id, whatever a union is; undefined where a type has none, or another one. */
function selectIds(type: GraphQLUnionType): Selection | undefined {
  const ids = type.getTypes().map((member) => idOf(member));
  if (ids.some((id) => id === undefined) || new Set(ids.map((id) => String(id!.type))).size > 1) return undefined;
  const lines = type.getTypes().map((member) => `... on ${member.name} { id }`);
  return { text: `{ ${['type: __typename', ...lines].join('\n')} }`, uses: [], required: [] };
}

function typeName(names: ReadonlySet<string>): string {
  return names.has('type') ? '__typename' : 'type: __typename';
}
