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
import { RESERVED } from '../../gateway/document/validateDocument.ts';
import { type ListInputs, chooseSummary, readListInputs } from './chooseSummary.ts';
import { formatDocument, leftOutComment } from './formatDocument.ts';
import {
  type Field,
  idOf,
  isInternal,
  isLeaf,
  isList,
  isMetadata,
  leavesOf,
  responseName,
  selectScalar,
  selectableFields,
  shownFields,
} from './schema/fields.ts';
import { readConnection } from './schema/readConnection.ts';
import {
  hasReferences,
  isChoice,
  isError,
  isForeign,
  isPaged,
  isRoot,
  isValue,
  rootTypes,
} from './schema/relations.ts';

const MAX_OBJECTS = 12;
const MAX_LEVELS = 2;
/** A shape with at most so many scalars, and without lists of objects, is its own summary. */
const MAX_SMALL = 16;
/** The scalars of all objects in an object, in which other objects are not counted. */
const MAX_INNER = 40;
const MAX_REFERENCES = 5;
/** A union of fewer types is shown by its types. */
const MIN_MEMBERS = 4;
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
  /** The number of its scalars, with those of the shapes in it. */
  size: number;
  /** Whether it has lists of objects. */
  hasLists: boolean;
}

/** What is selected of an object, and the shapes in it. */
export interface Selection {
  text: string;
  uses: readonly string[];
  required: readonly string[];
  size: number;
  hasLists?: boolean;
}

/** The selection of a type, and the names of fields that are not in it. */
interface Shown extends Selection {
  leftOut: readonly string[];
}

/** The shape of one object, or that of the items of lists and of objects in objects. */
type Extent = 'whole' | 'summary';

/** The shapes of an API that exists already. */
export interface ExistingShapes {
  /** Those that can be spread anywhere, by the name of their type; with their scalars that are never null. */
  byType: ReadonlyMap<string, { name: string; required: readonly string[] }>;
  /** Those of the items of lists, where they have another one. */
  summaries: ReadonlyMap<string, { name: string; required: readonly string[] }>;
  names: ReadonlySet<string>;
}

/** Makes the shapes of each type that responses have: a whole one for a single object, and a summary, where that is smaller. */
export class ShapeLibrary {
  readonly #schema: GraphQLSchema;
  readonly #existing: ExistingShapes;
  /** The types that have endpoints of their own. */
  readonly #roots: ReadonlySet<GraphQLNamedType>;
  readonly #listInputs: ReadonlyMap<string, ListInputs>;
  readonly #shapes = new Map<string, ProposedShape | undefined>();

  constructor(
    schema: GraphQLSchema,
    existing: ExistingShapes = { byType: new Map(), summaries: new Map(), names: new Set() },
  ) {
    this.#schema = schema;
    this.#existing = existing;
    this.#roots = rootTypes(schema);
    this.#listInputs = readListInputs(schema);
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

  /** `{ ...User }`, or `{ ...UserSummary }`; undefined where nothing of the type can be selected without arguments. */
  select(type: GraphQLNamedType, extent: Extent = 'whole'): Selection | undefined {
    const { byType, summaries } = this.#existing;
    const existing = (extent === 'summary' && summaries.get(type.name)) || byType.get(type.name);
    if (existing)
      return { text: `{ ...${existing.name} }`, uses: [existing.name], required: existing.required, size: 1 };
    const shape = extent === 'whole' ? this.#wholeOf(type) : this.#summaryOf(type);
    return shape && { ...shape, text: `{ ...${shape.name} }`, uses: [shape.name] };
  }

  #wholeOf(type: GraphQLNamedType): ProposedShape | undefined {
    return this.#shapeOf(type, '', () => this.#select(type));
  }

  #summaryOf(type: GraphQLNamedType): ProposedShape | undefined {
    const whole = this.#wholeOf(type);
    if (!whole || (whole.size <= MAX_SMALL && !whole.hasLists)) return whole;
    return this.#shapeOf(type, 'Summary', () => this.#selectSummary(type)) ?? whole;
  }

  #shapeOf(type: GraphQLNamedType, suffix: string, select: () => Shown | undefined): ProposedShape | undefined {
    const key = `${type.name} ${suffix}`;
    if (this.#shapes.has(key)) return this.#shapes.get(key);
    this.#shapes.set(key, undefined);
    const selection = select();
    if (!selection) return undefined;
    const { uses, required, size, hasLists = false, leftOut } = selection;
    const name = this.#nameOf(type, suffix);
    const text = formatDocument(`fragment ${name} on ${type.name} ${selection.text}`) + leftOutComment(leftOut);
    const shape = { name, text, uses, required, size, hasLists };
    this.#shapes.set(key, shape);
    return shape;
  }

  #nameOf(type: GraphQLNamedType, suffix: string): string {
    const name = `${type.name}${suffix}`;
    const isFree = (each: string) =>
      (each === type.name || !isCompositeType(this.#schema.getType(each))) &&
      !RESERVED.has(each) &&
      !this.#existing.names.has(each) &&
      !isInputObjectType(this.#schema.getType(each)) &&
      !(each.endsWith('List') && isCompositeType(this.#schema.getType(each.slice(0, -'List'.length))));
    const candidates = [name, `${name}Shape`, `${name}Fields`];
    return candidates.find(isFree) ?? `${name}_`;
  }

  #select(type: GraphQLNamedType): Shown | undefined {
    if (isUnionType(type)) return this.#selectMembers(type);
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const fields = shownFields(type);
    const leaves = leavesOf(type);
    if (leaves.length === 0) return this.#selectNested(type, fields) ?? this.#selectMembers(type);
    const names = new Set(leaves.map((each) => each.name));
    const id = idOf(type);
    const objects = this.#selectObjects(fields, type);
    const lines = fields.flatMap(({ name }) => {
      if (name === id?.name) return [];
      const inner = objects.get(name);
      return names.has(name) ? [name] : inner ? [`${name} ${inner.text}`] : [];
    });
    const first = [...(isAbstractType(type) ? [typeName(names)] : []), ...(id ? [selectScalar(id, type)] : [])];
    return {
      text: `{ ${[...first, ...lines].join('\n')} }`,
      uses: [...new Set([...objects.values()].flatMap((each) => each.uses))],
      required: requiredNames(leaves, type),
      size: leaves.length + sizeOf([...objects.values()]),
      hasLists: fields.some((field) => objects.has(field.name) && isList(field)),
      leftOut: this.#leftOut(type, new Set([...names, ...objects.keys()])),
    };
  }

  /** The objects in an object, by the names of fields: all references, and of the others as many as fit, the required ones first. */
  #selectObjects(fields: readonly Field[], parent: GraphQLNamedType): Map<string, Selection> {
    const found = fields.flatMap((field) => {
      const selection = this.#selectField(field, parent);
      return selection ? [{ field, selection }] : [];
    });
    const rank = ({ field }: { field: Field }) => (isNonNullType(field.type) ? 0 : 1);
    let left = MAX_INNER;
    const chosen = found
      .toSorted((a, b) => rank(a) - rank(b))
      .filter(({ selection }) => {
        const isReference = selection.uses.length === 0;
        if (isReference || selection.size > left) return isReference;
        left -= selection.size;
        return true;
      });
    return new Map(chosen.map(({ field, selection }) => [field.name, selection]));
  }

  /** What a list shows of each item: key, name, what is required, state and dates, and other objects by their ids. */
  #selectSummary(type: GraphQLNamedType): Shown | undefined {
    if (isUnionType(type))
      return this.#selectInterface(type) ?? this.#selectMembers(type, (member) => this.#summaryLeaves(member));
    const fields = shownFields(type);
    const leaves = this.#summaryLeaves(type);
    if (leaves.length === 0) return undefined;
    const id = idOf(type);
    const names = new Set(leaves.map((each) => each.name));
    const references = this.#references(fields);
    const shown = new Set([...names, ...references.keys()]);
    const lines = fields.flatMap(({ name }) => {
      if (name === id?.name) return [];
      const reference = references.get(name);
      return names.has(name) ? [name] : reference === undefined ? [] : [`${name} { ${reference} }`];
    });
    const first = [...(isAbstractType(type) ? [typeName(names)] : []), ...(id ? [selectScalar(id, type)] : [])];
    return {
      text: `{ ${[...first, ...lines].join('\n')} }`,
      uses: [],
      required: requiredNames(leaves, type),
      size: shown.size,
      leftOut: this.#leftOut(type, shown),
    };
  }

  #summaryLeaves(type: GraphQLNamedType): readonly Field[] {
    return chooseSummary(type, this.#listInputs.get(type.name));
  }

  /** The keys of other objects, by the names of fields: the required ones, and those that queries read, first. */
  #references(fields: readonly Field[]): Map<string, string> {
    const found = fields.flatMap((field) => {
      const type = getNamedType(field.type);
      if (isLeaf(field) || isList(field) || isRoot(type, this.#schema) || type.name.endsWith('Connection')) return [];
      const key = idOf(type) ?? selectableFields(type).find(({ name }) => name === 'login' || name === 'slug');
      const rank = (isNonNullType(field.type) ? 0 : 2) + (this.#roots.has(type) || isInterfaceType(type) ? 0 : 1);
      const isOfCaller = /viewer/i.test(field.name) && !isNonNullType(field.type);
      return key && !isForeign(field) && !isChoice(field) && !isOfCaller
        ? [{ name: field.name, key: selectScalar(key, type), rank }]
        : [];
    });
    const chosen = found.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_REFERENCES);
    return new Map(chosen.map(({ name, key }) => [name, key]));
  }

  /** Of a union of many types, the interface that all of them have. */
  #selectInterface(type: GraphQLUnionType): Shown | undefined {
    const [first, ...others] = type.getTypes();
    if (!first || others.length < MIN_MEMBERS) return undefined;
    const [best] = first
      .getInterfaces()
      .filter((each) => others.every((member) => member.getInterfaces().includes(each)))
      .map((each) => ({ type: each, leaves: this.#summaryLeaves(each) }))
      .toSorted((a, b) => b.leaves.length - a.leaves.length);
    if (!best || best.leaves.length < 2) return undefined;
    const names = best.leaves.map(({ name }) => name);
    const lines = best.leaves.map((each) => selectScalar(each, best.type));
    return {
      text: `{ ${typeName(new Set(names))} ... on ${best.type.name} { ${lines.join('\n')} } }`,
      uses: [],
      required: [],
      size: names.length,
      leftOut: [],
    };
  }

  /** An object in an object: a resource by its id, and everything that is a part of this one as a whole. */
  #selectField(field: Field, parent: GraphQLNamedType): Selection | undefined {
    const type = getNamedType(field.type);
    if (isLeaf(field) || isRoot(type, this.#schema) || isForeign(field) || isError(field) || isChoice(field))
      return undefined;
    if (isUnionType(type)) return isList(field) ? undefined : selectIds(type);
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    if (type.name.endsWith('Connection')) return undefined;
    const isEntity = idOf(parent) !== undefined;
    const isSmall = type !== parent && leavesOf(type).length <= MAX_PART_LEAVES;
    const id = idOf(type);
    if (id) {
      const isOwn = isEntity && isSmall && !this.#roots.has(type);
      // Parts have no lists of parts: each list would multiply the other.
      if (isList(field))
        return isOwn && this.#roots.has(parent) && !isPaged(field) ? this.select(type, 'summary') : undefined;
      const isWhole = (isOwn || (isEntity && isSmall && VALUE.test(type.name))) && !hasReferences(type);
      return isWhole
        ? this.select(type, 'summary')
        : { text: `{ ${selectScalar(id, type)} }`, uses: [], required: [], size: 1 };
    }
    if (!isSmall) return undefined;
    if (readConnection({ ...field, type }) !== undefined) return undefined;
    const fields = shownFields(type);
    const isValues = fields.length > 0 && fields.every((each) => isLeaf(each) || isValue(each, MAX_LEVELS));
    // Below an object without an id, only values: no cycle.
    return isValues || (isEntity && leavesOf(type).length > 0) ? this.select(type, 'summary') : undefined;
  }

  /** The objects of an object that has no scalars. */
  #selectNested(type: GraphQLNamedType, fields: readonly Field[]): Shown | undefined {
    const inner = fields.slice(0, MAX_OBJECTS).flatMap((field) => {
      const named = getNamedType(field.type);
      if (isRoot(named, this.#schema) || named === type || readConnection({ ...field, type: named })) return [];
      if (leavesOf(named).length === 0) return [];
      const selection = this.select(named, 'summary');
      return selection ? [{ field, selection }] : [];
    });
    if (inner.length === 0) return undefined;
    const lines = inner.map(({ field, selection }) => `${field.name} ${selection.text}`);
    return {
      text: `{ ${[...(isAbstractType(type) ? [typeName(new Set(inner.map(({ field }) => field.name)))] : []), ...lines].join('\n')} }`,
      uses: [...new Set(inner.flatMap(({ selection }) => selection.uses))],
      required: [],
      size: sizeOf(inner.map(({ selection }) => selection)),
      hasLists: inner.some(({ field }) => isList(field)),
      leftOut: this.#leftOut(type, new Set(inner.map(({ field }) => field.name))),
    };
  }

  /** The scalars of each type of a union; those of one name have one type, so that one JSON schema describes them. */
  #selectMembers(
    type: GraphQLNamedType,
    pick: (member: GraphQLNamedType) => readonly Field[] = leavesOf,
  ): Shown | undefined {
    if (!isAbstractType(type)) return undefined;
    const types = new Map<string, string>();
    const parts = this.#schema.getPossibleTypes(type).map((member) => {
      const leaves = pick(member).filter((leaf) => {
        const name = responseName(leaf, member);
        const known = types.get(name) ?? String(leaf.type);
        types.set(name, known);
        return known === String(leaf.type);
      });
      return { member, leaves, names: leaves.map(({ name }) => name) };
    });
    const shown = parts.filter(({ names }) => names.length > 0);
    if (shown.length === 0) return undefined;
    const all = new Set(shown.flatMap((each) => each.names));
    const lines = shown.map(
      ({ member, leaves }) =>
        `... on ${member.name} { ${leaves.map((leaf) => selectScalar(leaf, member)).join('\n')} }`,
    );
    return {
      text: `{ ${[typeName(all), ...lines].join('\n')} }`,
      uses: [],
      required: [],
      size: shown.reduce((sum, { names }) => sum + names.length, 0),
      leftOut: parts.flatMap(({ member, names }) =>
        this.#leftOut(member, new Set(names)).map((name) => `${member.name}.${name}`),
      ),
    };
  }

  /** What could be added to a selection, those fields last that need arguments. */
  #leftOut(type: GraphQLNamedType, shown: ReadonlySet<string>): string[] {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const isOtherId = ({ name }: Field) => name === 'id' && idOf(type) !== undefined;
    return Object.values(type.getFields())
      .filter(
        (field) => !shown.has(field.name) && !isOtherId(field) && field.deprecationReason == null && !isInternal(field),
      )
      .filter((field) => !isRoot(getNamedType(field.type), this.#schema) && !isMetadata(field) && !isError(field))
      .map((field) => ({ name: field.name, rank: field.args.some(isRequiredArgument) ? 1 : 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ name }) => name);
  }
}

/** The type and the id, whatever a union is; undefined where a type has none, or another one. */
function selectIds(type: GraphQLUnionType): Selection | undefined {
  const members = type.getTypes();
  const ids = members.flatMap((member) => idOf(member) ?? []);
  if (ids.length < members.length || new Set(ids.map((id) => String(id.type))).size > 1) return undefined;
  const lines = members.map((member, at) => `... on ${member.name} { ${selectScalar(ids[at]!, member)} }`);
  return { text: `{ ${['type: __typename', ...lines].join('\n')} }`, uses: [], required: [], size: 2 };
}

function requiredNames(leaves: readonly Field[], type: GraphQLNamedType): string[] {
  return leaves.filter((each) => isNonNullType(each.type) && !isList(each)).map((each) => responseName(each, type));
}

function sizeOf(selections: readonly Selection[]): number {
  return selections.reduce((sum, { size }) => sum + size, 0);
}

function typeName(names: ReadonlySet<string>): string {
  return names.has('type') ? '__typename' : 'type: __typename';
}
