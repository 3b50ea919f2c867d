// The fields of an object in a selection, fragments resolved. See the GraphQL specification, section 6.3.2, Field Collection.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  type InlineFragmentNode,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isUnionType,
  print,
} from 'graphql';
import { hasDirective, readDirective } from '../document/directives.ts';

/** What fragment spreads are resolved with. */
export interface SelectionContext {
  schema: GraphQLSchema;
  /** All fragments that the operation spreads, by name. */
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The name of an object type, behind that of the object around it where that decides what is selected, as in `Book>Author`.
 */
export type TypePath = string;

/** One selection of a response key. */
export interface Occurrence {
  node: FieldNode;
  /** The type that the field belongs to. */
  parent: GraphQLCompositeType;
  /** The type paths that it is selected on. */
  on: ReadonlySet<TypePath>;
  /** The `@include` and `@skip` on it and around it; '' for none. */
  condition: string;
}

/** One selection set of an object, or of a group of its fields, and where it holds. */
export interface ObjectSelection extends Omit<Occurrence, 'node'> {
  set: SelectionSetNode;
}

/** One fragment with `@wrap`. */
export interface GroupOccurrence extends ObjectSelection {
  node: InlineFragmentNode | FragmentSpreadNode;
}

/** All selections of a response key, or all fragments with `@wrap(as: key)`. */
export type Member =
  | { kind: 'field'; key: string; occurrences: Occurrence[] }
  | { kind: 'group'; key: string; occurrences: GroupOccurrence[] };

/** The object types that a value of a type can have. */
export function possibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

/** The definition of a field; undefined for `__typename`, which every type has. */
export function fieldDefinition(
  { name }: FieldNode,
  parent: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined {
  return isUnionType(parent) ? undefined : parent.getFields()[name.value];
}

/** The name of a field in the response. */
export function responseKey({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The fragment that a selection is or spreads; undefined for one that does not exist. */
export function fragmentOf<Fragment>(
  node: InlineFragmentNode | FragmentSpreadNode,
  fragments: ReadonlyMap<string, Fragment>,
): Fragment | InlineFragmentNode | undefined {
  return node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
}

/** The fields of a selection set, fragments resolved, in the order of the document. */
export function fieldsIn({ selections }: SelectionSetNode, fragments: SelectionContext['fragments']): FieldNode[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    const fragment = fragmentOf(node, fragments);
    return fragment ? fieldsIn(fragment.selectionSet, fragments) : [];
  });
}

/** The selection of an object that has only one. `around` are the type paths of the objects around it, where they decide. */
export function onlySelection(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  set: SelectionSetNode,
  around: Iterable<TypePath> = [''],
): ObjectSelection {
  const on = [...around].flatMap((outer) => possibleTypes(schema, parent).map(({ name }) => `${outer}>${name}`));
  return { set, parent, on: new Set(on), condition: '' };
}

/** The name of the object type at the end of a type path. */
export function typeNameAt(typePath: TypePath): string {
  return typePath.slice(typePath.lastIndexOf('>') + 1);
}

/** What a shape says of a field. */
interface FieldDescription {
  type: GraphQLOutputType;
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

/** The one field that every composite type has. See the GraphQL specification, section 4.1. */
const TYPENAME: FieldDescription = {
  type: new GraphQLNonNull(GraphQLString),
  description: 'The name of the type of this object.',
};

/** The field of an occurrence; under different type conditions a response key can have several. */
export function describeField({ node, parent }: Pick<Occurrence, 'node' | 'parent'>): FieldDescription {
  return fieldDefinition(node, parent) ?? TYPENAME;
}

/** The selections of the objects at a response key. Conditions and types that all its occurrences share are left out. */
export function objectSelections(
  occurrences: readonly Occurrence[],
  { schema }: Pick<SelectionContext, 'schema'>,
): ObjectSelection[] {
  const [first] = occurrences as [Occurrence];
  const sameCondition = occurrences.every(({ condition }) => condition === first.condition);
  const sameTypes = occurrences.every(
    ({ on }) => on.size === first.on.size && [...on].every((typePath) => first.on.has(typePath)),
  );
  return occurrences.flatMap((occurrence) => {
    const { node, on, condition } = occurrence;
    if (!node.selectionSet) return [];
    const type = getNamedType(describeField(occurrence).type) as GraphQLCompositeType;
    const selection = onlySelection(schema, type, node.selectionSet, sameTypes ? undefined : on);
    return { ...selection, condition: sameCondition ? '' : condition };
  });
}

/**
 * All occurrences of each response key of an object, fragments resolved, in the order of the document. Errors as data are
 * not among them, see `collectErrorMarkers`; nor is what leaves the body. See the GraphQL specification, section 6.3.2, Field Collection.
 */
export function collectFields(
  context: SelectionContext,
  selections: readonly ObjectSelection[],
): Map<string, Occurrence[]> {
  const members = collect(context, selections);
  return new Map(members.map(({ key, occurrences }) => [key, occurrences as Occurrence[]]));
}

/** Calls `visit` with each response path of an operation and its occurrences, outer ones before those in them. */
export function walkFields(
  root: ObjectSelection,
  context: SelectionContext,
  visit: (path: readonly string[], occurrences: readonly Occurrence[]) => void,
  { withTotal = false } = {},
): void {
  const walk = (selections: readonly ObjectSelection[], path: readonly string[]): void => {
    for (const { key, occurrences } of collect(context, selections, { withTotal })) {
      visit([...path, key], occurrences as Occurrence[]);
      walk(objectSelections(occurrences as Occurrence[], context), [...path, key]);
    }
  };
  walk([root], []);
}

/** The fields and the groups that are properties of one JSON object, in the order of the document. */
export function collectMembers(context: SelectionContext, selections: readonly ObjectSelection[]): Member[] {
  return collect(context, selections, { separateGroups: true });
}

/** The selections of a group. A condition that all its fragments share is that of the group. */
export function groupSelections(occurrences: readonly GroupOccurrence[]): ObjectSelection[] {
  const isShared = occurrences.every(({ condition }) => condition === occurrences[0]!.condition);
  return occurrences.map((occurrence) => ({ ...occurrence, condition: isShared ? '' : occurrence.condition }));
}

/** `separateGroups`: the fields of a fragment with `@wrap` are those of its group, and not of the object. `withTotal`: what leaves the body is among them. */
function collect(
  { schema, fragments }: SelectionContext,
  selections: readonly ObjectSelection[],
  { separateGroups = false, withTotal = false } = {},
): Member[] {
  const members = new Map<string, Member>();
  const add = (member: Member): void => {
    const id = `${member.kind} ${member.key}`;
    const existing = members.get(id);
    if (existing) (existing.occurrences as unknown[]).push(...member.occurrences);
    else members.set(id, member);
  };
  const walk = (set: SelectionSetNode, at: Omit<Occurrence, 'node'>): void => {
    for (const node of set.selections) {
      if (hasDirective(node, 'error') || (!withTotal && leavesBody(node, fragments))) continue;
      const condition = at.condition + conditionOf(node);
      if (node.kind === Kind.FIELD) {
        add({
          kind: 'field',
          key: responseKey(node),
          occurrences: [{ node, parent: at.parent, on: at.on, condition }],
        });
        continue;
      }
      const fragment = fragmentOf(node, fragments);
      if (!fragment) continue;
      const parent = fragmentType(schema, fragment) ?? at.parent;
      const on = parent === at.parent ? at.on : narrow(schema, at.on, parent);
      const wrap = separateGroups ? readDirective('wrap', node) : undefined;
      const inner = { set: fragment.selectionSet, parent, on, condition };
      if (wrap) add({ kind: 'group', key: wrap.as, occurrences: [{ ...inner, node }] });
      else walk(inner.set, inner);
    }
  };
  for (const { set, parent, on, condition } of selections) walk(set, { parent, on, condition });
  return [...members.values()];
}

/** Those of the type paths whose objects can be of a type. */
function narrow(
  schema: GraphQLSchema,
  typePaths: ReadonlySet<TypePath>,
  type: GraphQLCompositeType,
): ReadonlySet<TypePath> {
  const possible = new Set(possibleTypes(schema, type).map(({ name }) => name));
  return new Set([...typePaths].filter((typePath) => possible.has(typeNameAt(typePath))));
}

/** The type of a fragment's type condition. */
export function fragmentType(
  schema: GraphQLSchema,
  { typeCondition }: { readonly typeCondition?: NamedTypeNode | undefined },
): GraphQLCompositeType | undefined {
  const type = typeCondition && schema.getType(typeCondition.name.value);
  return isCompositeType(type) ? type : undefined;
}

const CONDITIONS = new Set(['include', 'skip']);

function conditionOf({ directives = [] }: SelectionNode): string {
  if (directives.length === 0) return '';
  return directives.flatMap((directive) => (CONDITIONS.has(directive.name.value) ? print(directive) : [])).join('');
}

/** Whether nothing of a selection is sent in the body: it is a `@total`, or an object that holds nothing else. */
export function leavesBody(
  node: SelectionNode,
  fragments: ReadonlyMap<string, Pick<FragmentDefinitionNode, 'selectionSet'>>,
): boolean {
  if (node.kind === Kind.FIELD && hasDirective(node, 'total')) return true;
  const set = (node.kind === Kind.FIELD ? node : fragmentOf(node, fragments))?.selectionSet;
  return set !== undefined && set.selections.every((selection) => leavesBody(selection, fragments));
}

/** The response keys whose objects are in more than one property: of groups, or of a group and of the object around it. */
export function findSharedKeys(context: SelectionContext, members: readonly Member[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  if (members.every(({ kind }) => kind === 'field')) return shared;
  const walk = (level: readonly Member[]): void => {
    for (const { kind, key, occurrences } of level) {
      if (kind === 'group') {
        walk(collectMembers(context, groupSelections(occurrences)));
      } else if (occurrences[0]?.node.selectionSet) {
        if (seen.has(key)) shared.add(key);
        seen.add(key);
      }
    }
  };
  walk(members);
  return shared;
}
