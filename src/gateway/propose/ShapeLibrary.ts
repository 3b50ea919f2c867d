import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { RESERVED } from '../document/checkShapeNames.ts';
import { type Field, idOf, isLeaf, isList, selectableFields } from './schema/fields.ts';
import { readConnection } from './schema/readConnection.ts';
import { formatDocument } from './text/formatDocument.ts';

const MAX_LEAVES = 25;
const MAX_OBJECTS = 12;
const MAX_MEMBER_LEAVES = 8;

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
  readonly #shapes = new Map<string, ProposedShape | undefined>();

  constructor(schema: GraphQLSchema, existing: ExistingShapes = { byType: new Map(), names: new Set() }) {
    this.#schema = schema;
    this.#existing = existing;
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
    const text = formatDocument(`fragment ${name} on ${type.name} ${selection.text}`);
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

  #select(type: GraphQLNamedType): Selection | undefined {
    if (isUnionType(type)) return this.#selectMembers(type);
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const fields = selectableFields(type);
    const leaves = leavesOf(fields);
    if (leaves.length === 0)
      return isInterfaceType(type) ? this.#selectMembers(type) : this.#selectNested(type, fields);
    const isEntity = idOf(type) !== undefined;
    const uses: string[] = [];
    const nested = new Map<string, string>();
    const objects = fields.filter((field) => this.#selectField(field, type, isEntity) !== undefined);
    for (const field of choose(objects, MAX_OBJECTS)) {
      const inner = this.#selectField(field, type, isEntity)!;
      nested.set(field.name, `${field.name} ${inner.text}`);
      uses.push(...inner.uses);
    }
    const names = new Set(leaves.map((each) => each.name));
    const id = idOf(type);
    const lines = [
      ...(isAbstractType(type) ? [typeName(names)] : []),
      ...(id ? [id.name] : []),
      ...fields.flatMap(({ name }) =>
        name !== id?.name && names.has(name) ? [name] : nested.has(name) ? [nested.get(name)!] : [],
      ),
    ];
    return {
      text: `{ ${lines.join('\n')} }`,
      uses: [...new Set(uses)],
      required: leaves.filter((each) => isNonNullType(each.type) && !isList(each)).map(({ name }) => name),
    };
  }

  /** An object in an object: an entity by its id, and an object without an id as a whole. */
  #selectField(field: Field, parent: GraphQLNamedType, isEntity: boolean): Selection | undefined {
    const type = getNamedType(field.type);
    if (isLeaf(field) || isRoot(type, this.#schema) || type === parent) return undefined;
    if (idOf(type)) return isList(field) ? undefined : { text: '{ id }', uses: [], required: [] };
    if (type.name.endsWith('Connection') || readConnection({ ...field, type }) !== undefined) return undefined;
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const fields = selectableFields(type);
    if (leavesOf(fields).length === 0) return undefined;
    // Below an object without an id, only objects of scalars: no cycle, and at most two levels.
    return isEntity || fields.every(isLeaf) ? this.select(type) : undefined;
  }

  /** The objects of an object that has no scalars. */
  #selectNested(type: GraphQLNamedType, fields: readonly Field[]): Selection | undefined {
    const inner = fields.slice(0, MAX_OBJECTS).flatMap((field) => {
      const named = getNamedType(field.type);
      if (isRoot(named, this.#schema) || named === type || readConnection({ ...field, type: named })) return [];
      if (leavesOf(selectableFields(named)).length === 0) return [];
      const selection = this.select(named);
      return selection ? [{ field, selection }] : [];
    });
    if (inner.length === 0) return undefined;
    return {
      text: `{ ${inner.map(({ field, selection }) => `${field.name} ${selection.text}`).join('\n')} }`,
      uses: [...new Set(inner.flatMap(({ selection }) => selection.uses))],
      required: [],
    };
  }

  /** The scalars of each type of a union; those of one name have one type, so that one JSON schema describes them. */
  #selectMembers(type: GraphQLNamedType): Selection | undefined {
    if (!isAbstractType(type)) return undefined;
    const members = this.#schema.getPossibleTypes(type);
    const types = new Map<string, string>();
    const parts = members.flatMap((member) => {
      const leaves = leavesOf(selectableFields(member)).filter(({ name, type: leaf }) => {
        const known = types.get(name) ?? String(leaf);
        types.set(name, known);
        return known === String(leaf);
      });
      const shown = leaves.slice(0, MAX_MEMBER_LEAVES).map(({ name }) => name);
      return shown.length > 0 ? [{ member, names: shown }] : [];
    });
    if (parts.length === 0) return undefined;
    const names = new Set(parts.flatMap((each) => each.names));
    const lines = parts.map(({ member, names: own }) => `... on ${member.name} { ${own.join('\n')} }`);
    return { text: `{ ${[typeName(names), ...lines].join('\n')} }`, uses: [], required: [] };
  }
}

/** The scalars of an object, the id first. */
function leavesOf(fields: readonly Field[]): Field[] {
  const leaves = fields.filter((field) => isLeaf(field) && getNamedType(field.type).name !== 'Upload');
  const id = leaves.find(({ name }) => name === 'id');
  return [
    ...(id ? [id] : []),
    ...choose(
      leaves.filter((each) => each !== id),
      MAX_LEAVES - 1,
    ),
  ];
}

const COMMON =
  /^(?:name|title|slug|key|code|number|identifier|status|state|type|kind|email|login|username|description|body|text|content|amount|price|total|currency|url|created|createdAt|updatedAt)$/;

/** At most so many fields, in the order of the schema: those that every API shows, then those that are never null. */
function choose(fields: readonly Field[], count: number): Field[] {
  const rank = (field: Field) => (COMMON.test(field.name) ? 0 : isNonNullType(field.type) ? 1 : 2);
  const chosen = new Set(fields.toSorted((a, b) => rank(a) - rank(b)).slice(0, count));
  return fields.filter((each) => chosen.has(each));
}

function typeName(names: ReadonlySet<string>): string {
  return names.has('type') ? '__typename' : 'type: __typename';
}

function isRoot(type: GraphQLNamedType, schema: GraphQLSchema): boolean {
  return type === schema.getQueryType() || type === schema.getMutationType();
}
