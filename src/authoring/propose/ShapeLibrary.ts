// The shapes of proposed responses: what is selected of each type.
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { RESERVED } from '../../gateway/compile/document/validateDefinitions.ts';
import { chooseSummary } from './chooseSummary.ts';
import { formatDocument, leftOutComment } from './formatDocument.ts';
import {
  type Field,
  hasFields,
  idOf,
  isInternal,
  isLeaf,
  isList,
  isRequiredScalar,
  leavesOf,
  responseName,
  selectScalar,
  selectableFields,
  shownFields,
} from './schema/fields.ts';
import { isPaged, readConnection } from './schema/readConnection.ts';
import { hasReferences, isError, isRoot, isValue, rootTypes } from './schema/relations.ts';

const MAX_OBJECTS = 12;
const MAX_LEVELS = 2;
/** A shape with at most so many scalars, and without lists of objects, is its own summary. */
const MAX_SMALL = 16;
const MAX_REFERENCES = 5;
/** An object with more scalars than these is no detail of another one. */
const MAX_PART_LEAVES = 40;

/** What is shown as a whole although it has an id, and perhaps a query. */
const VALUE = /(?:Address|Image|Location)$/;

/** What is selected of an object, and the shapes in it. */
export interface Selection {
  text: string;
  /** The shapes that it spreads. */
  uses: readonly string[];
  /** Its scalars that are never null. */
  required: readonly string[];
  /** The number of its scalars, with those of the shapes in it. */
  size: number;
  /** Whether it has lists of objects. */
  hasLists?: boolean;
}

/** A fragment in a file of `shapes/`; the text is that of the file. */
interface ProposedShape extends Selection {
  name: string;
}

/** The selection of a type, and the names of fields that are not in it. */
interface Shown extends Selection {
  leftOut: readonly string[];
}

export type ExistingShape = Pick<ProposedShape, 'name' | 'required'>;

/** The shapes of an API that exists already. */
export interface ExistingShapes {
  /** Those that can be spread anywhere, by the name of their type; with their scalars that are never null. */
  byType: ReadonlyMap<string, ExistingShape>;
  /** Those of the items of lists, where they have another one. */
  summaries: ReadonlyMap<string, ExistingShape>;
  names: ReadonlySet<string>;
}

/** Makes the shapes of each type that responses have: a whole one for a single object, and a summary, where that is smaller. */
export class ShapeLibrary {
  readonly #schema: GraphQLSchema;
  readonly #existing: ExistingShapes;
  /** The types that have endpoints of their own. */
  readonly #roots: ReadonlySet<GraphQLNamedType>;
  readonly #shapes = new Map<string, ProposedShape | undefined>();

  constructor(
    schema: GraphQLSchema,
    existing: ExistingShapes = { byType: new Map(), summaries: new Map(), names: new Set() },
  ) {
    this.#schema = schema;
    this.#existing = existing;
    this.#roots = rootTypes(schema);
  }

  /** The texts of the shapes with these names, and of all that they spread, by their names. */
  closure(names: readonly string[]): Map<string, string> {
    const byName = new Map([...this.#shapes.values()].map((shape) => [shape?.name, shape]));
    const found = new Map<string, string>();
    const walk = (name: string): void => {
      const shape = byName.get(name);
      if (!shape || found.has(name)) return;
      found.set(name, shape.text);
      shape.uses.forEach(walk);
    };
    names.forEach(walk);
    return found;
  }

  /** `{ ...User }`, or `{ ...UserSummary }`; '' for a leaf; undefined where nothing of the type can be selected without arguments. */
  select(type: GraphQLNamedType, extent: 'whole' | 'summary' = 'whole'): Selection | undefined {
    if (isLeafType(type)) return { text: '', uses: [], required: [], size: 1 };
    const { byType, summaries } = this.#existing;
    const existing = (extent === 'summary' && summaries.get(type.name)) || byType.get(type.name);
    const shape = existing
      ? { required: existing.required, size: 1, name: existing.name }
      : extent === 'whole'
        ? this.#wholeOf(type)
        : this.#summaryOf(type);
    return shape && { ...shape, text: `{ ...${shape.name} }`, uses: [shape.name] };
  }

  #wholeOf(type: GraphQLNamedType): ProposedShape | undefined {
    return this.#shapeOf(type, '', () => this.#selectWhole(type));
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
    const { leftOut, ...rest } = selection;
    const name = this.#nameOf(type, suffix);
    const text = formatDocument(`fragment ${name} on ${type.name} ${selection.text}`) + leftOutComment(leftOut);
    const shape = { ...rest, name, text };
    this.#shapes.set(key, shape);
    return shape;
  }

  #nameOf(type: GraphQLNamedType, suffix: string): string {
    const name = `${type.name}${suffix}`;
    const isComposite = (candidate: string) => isCompositeType(this.#schema.getType(candidate));
    const isFree = (candidate: string) =>
      (candidate === type.name || !isComposite(candidate)) &&
      !RESERVED.has(candidate) &&
      !this.#existing.names.has(candidate) &&
      !isInputObjectType(this.#schema.getType(candidate)) &&
      !(candidate.endsWith('List') && isComposite(candidate.slice(0, -'List'.length)));
    return [name, `${name}Shape`, `${name}Fields`].find(isFree) ?? `${name}_`;
  }

  #selectWhole(type: GraphQLNamedType): Shown | undefined {
    if (isUnionType(type)) return this.#selectMembers(type);
    if (!hasFields(type)) return undefined;
    const leaves = leavesOf(type);
    if (leaves.length === 0) return this.#selectNested(type) ?? this.#selectMembers(type);
    const objects = selectEach(shownFields(type), (field) => this.#selectField(field, type));
    return this.#show(type, leaves, objects);
  }

  /** What a list shows of each item: key, name, what is required, state and dates, and other objects by their ids. */
  #selectSummary(type: GraphQLNamedType): Shown | undefined {
    if (isUnionType(type)) return this.#selectMembers(type, chooseSummary);
    const leaves = chooseSummary(type);
    return leaves.length === 0 ? undefined : this.#show(type, leaves, this.#references(type));
  }

  /** The objects of an object that has no scalars. */
  #selectNested(type: GraphQLNamedType): Shown | undefined {
    const objects = selectEach(shownFields(type).slice(0, MAX_OBJECTS), (field) => {
      const named = getNamedType(field.type);
      const isOther = isRoot(named, this.#schema) || named === type || readConnection({ ...field, type: named });
      return isOther || leavesOf(named).length === 0 ? undefined : this.select(named, 'summary');
    });
    return objects.size === 0 ? undefined : this.#show(type, [], objects);
  }

  /** A selection of these scalars and objects, the id first. */
  #show(type: GraphQLNamedType, leaves: readonly Field[], objects: ReadonlyMap<string, Selection>): Shown {
    const id = idOf(type);
    const names = new Set([...leaves.map(({ name }) => name), ...objects.keys()]);
    const fields = shownFields(type).filter((field) => names.has(field.name));
    const lines = [
      ...(isAbstractType(type) ? [typeName(names)] : []),
      ...(id ? [selectScalar(id, type)] : []),
      ...fields.flatMap((field) => (field === id ? [] : `${field.name} ${objects.get(field.name)?.text ?? ''}`)),
    ];
    const inner = [...objects.values()];
    return {
      text: `{ ${lines.join('\n')} }`,
      uses: [...new Set(inner.flatMap(({ uses }) => uses))],
      required: leaves.filter(isRequiredScalar).map((leaf) => responseName(leaf, type)),
      size: inner.reduce((sum, { size }) => sum + size, leaves.length),
      hasLists: fields.some((field) => objects.has(field.name) && isList(field)),
      leftOut: this.#leftOut(type, names),
    };
  }

  /** The keys of other objects, by the names of fields: the required ones, and those that queries read, first. */
  #references(parent: GraphQLNamedType): Map<string, Selection> {
    const found = shownFields(parent).flatMap((field) => {
      const type = getNamedType(field.type);
      if (isLeaf(field) || isList(field) || isRoot(type, this.#schema) || type.name.endsWith('Connection')) return [];
      const key = idOf(type) ?? selectableFields(type).find(({ name }) => name === 'login' || name === 'slug');
      const rank = (isNonNullType(field.type) ? 0 : 2) + (this.#roots.has(type) || isInterfaceType(type) ? 0 : 1);
      return key ? [{ name: field.name, selection: selectKey(key, type), rank }] : [];
    });
    const chosen = found.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_REFERENCES);
    return new Map(chosen.map(({ name, selection }) => [name, selection]));
  }

  /** An object in an object: a resource by its id, and everything that is a part of this one as a whole. */
  #selectField(field: Field, parent: GraphQLNamedType): Selection | undefined {
    const type = getNamedType(field.type);
    if (isRoot(type, this.#schema) || isError(field)) return undefined;
    if (!hasFields(type) || type.name.endsWith('Connection')) return undefined;
    const isEntity = idOf(parent) !== undefined;
    const isSmall = type !== parent && leavesOf(type).length <= MAX_PART_LEAVES;
    const id = idOf(type);
    if (id) {
      const isPart = isEntity && isSmall && !this.#roots.has(type);
      // Parts have no lists of parts: each list would multiply the other.
      if (isList(field))
        return isPart && this.#roots.has(parent) && !isPaged(readConnection(field))
          ? this.select(type, 'summary')
          : undefined;
      const isValueWithId = isEntity && isSmall && VALUE.test(type.name);
      return (isPart || isValueWithId) && !hasReferences(type) ? this.select(type, 'summary') : selectKey(id, type);
    }
    if (!isSmall || readConnection({ ...field, type }) !== undefined) return undefined;
    const fields = shownFields(type);
    const isValues = fields.length > 0 && fields.every((inner) => isLeaf(inner) || isValue(inner, MAX_LEVELS));
    // Below an object without an id, only values: no cycle.
    return isValues || (isEntity && leavesOf(type).length > 0) ? this.select(type, 'summary') : undefined;
  }

  /** The scalars of each type of a union; those of one name have one type, so that one JSON schema describes them. */
  #selectMembers(
    type: GraphQLNamedType,
    pick: (member: GraphQLNamedType) => readonly Field[] = leavesOf,
  ): Shown | undefined {
    if (!isAbstractType(type)) return undefined;
    const types = new Map<string, string>();
    const members = this.#schema.getPossibleTypes(type).map((member) => {
      const leaves = pick(member).filter((leaf) => {
        const name = responseName(leaf, member);
        const first = types.get(name) ?? String(leaf.type);
        types.set(name, first);
        return first === String(leaf.type);
      });
      return { member, leaves, names: new Set(leaves.map(({ name }) => name)) };
    });
    const shown = members.filter(({ leaves }) => leaves.length > 0);
    if (shown.length === 0) return undefined;
    const lines = [
      typeName(new Set(shown.flatMap(({ names }) => [...names]))),
      ...shown.map(({ member, leaves }) => selectMember(member, leaves)),
    ];
    return {
      text: `{ ${lines.join('\n')} }`,
      uses: [],
      required: [],
      size: shown.reduce((sum, { leaves }) => sum + leaves.length, 0),
      leftOut: members.flatMap(({ member, names }) =>
        this.#leftOut(member, names).map((name) => `${member.name}.${name}`),
      ),
    };
  }

  /** What could be added to a selection, those fields last that need arguments. */
  #leftOut(type: GraphQLNamedType, shown: ReadonlySet<string>): string[] {
    if (!hasFields(type)) return [];
    const isShown = ({ name }: Field) => shown.has(name) || (name === 'id' && idOf(type) !== undefined);
    const isNothing = (field: Field) =>
      field.deprecationReason != null ||
      isInternal(field) ||
      isRoot(getNamedType(field.type), this.#schema) ||
      isError(field);
    return Object.values(type.getFields())
      .filter((field) => !isShown(field) && !isNothing(field))
      .map(({ name, args }) => ({ name, rank: args.some(isRequiredArgument) ? 1 : 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ name }) => name);
  }
}

/** The selections of those fields that have one, by their names. */
function selectEach(fields: readonly Field[], select: (field: Field) => Selection | undefined): Map<string, Selection> {
  const found = new Map<string, Selection>();
  for (const field of fields) {
    const selection = select(field);
    if (selection) found.set(field.name, selection);
  }
  return found;
}

function selectKey(key: Field, type: GraphQLNamedType): Selection {
  return { text: `{ ${selectScalar(key, type)} }`, uses: [], required: [], size: 1 };
}

function selectMember(type: GraphQLNamedType, leaves: readonly Field[]): string {
  return `... on ${type.name} { ${leaves.map((leaf) => selectScalar(leaf, type)).join('\n')} }`;
}

function typeName(names: ReadonlySet<string>): string {
  return names.has('type') ? '__typename' : 'type: __typename';
}
