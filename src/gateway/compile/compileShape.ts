// From a selection set to the shape of its JSON. Refuses selections that no single JSON shape could describe.
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  GraphQLString,
  Kind,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  print,
} from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { isOwnDirective, readDirective } from '../document/directives.ts';
import type { LeafShape, ObjectShape, Shape, ShapeProperty } from '../plan/Shape.ts';
import { type AddedTypeNames, addMarkers } from './addTypeNames.ts';
import { checkPropertyNames } from './checkPropertyNames.ts';
import {
  type GroupOccurrence,
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  type SelectionStart,
  type TypePath,
  collectMembers,
  responseKey,
  startsOf,
  startsOfGroup,
  typeNameAt,
} from './collectFields.ts';
import { compileConnection } from './compileConnection.ts';
import type { CompileContext } from './CompileContext.ts';
import { findUnselectedTypes } from './findUnselectedTypes.ts';
import { markFields } from './markFields.ts';
import { describeField, objectSelections, sentTypePaths } from './occurrences.ts';
import { placeValue } from './placeValue.ts';

export interface ShapeContext extends CompileContext, SelectionContext {
  /** The names of the fragments in the document's own file; the others are shapes of the version, which OpenAPI names. */
  ownFragments: ReadonlySet<string>;
  /** Collects the fields with `@paginate`, an outer one before those in it. */
  pagedFields: PagedField[];
  /** Collects the `__typename` that tell what was selected, beside what the document selects. */
  typeNames: AddedTypeNames;
}

/** A connection that `@paginate` is on, and the type that it is a field of. */
export interface PagedField {
  node: FieldNode;
  parent: GraphQLCompositeType;
}

/** Compiles the shape of an object from all of its selections, in a document that is valid. */
export function compileShape(selections: readonly ObjectSelection[], context: ShapeContext): ObjectShape {
  const { name, description } = selections[0]!.type;
  const { unselected, hidden } = findUnselectedTypes(selections, context);
  const typePaths = sentTypePaths(selections, context).filter((each) => !unselected.includes(typeNameAt(each)));
  const component = componentOf(selections, context);
  return {
    kind: 'object',
    type: name,
    ...(description && { description }),
    properties: compileProperties(startsOf(context, selections), typePaths, [], context),
    ...(hidden.length > 0 && { hidden }),
    ...(unselected.length > 0 && { unselected }),
    ...(component !== undefined && { component }),
    nullable: true,
  };
}

/** `groups` are the names of the groups that the properties are in. */
function compileProperties(
  starts: readonly SelectionStart[],
  typePaths: readonly TypePath[],
  groups: readonly string[],
  context: ShapeContext,
): ShapeProperty[] {
  const members = collectMembers(context, starts).map((member) => ({
    node: member.occurrences[0]!.node,
    property:
      member.kind === 'field'
        ? compileProperty(member.key, member.occurrences, typePaths, context)
        : compileGroup(member.occurrences, typePaths, [...groups, member.key], context),
  }));
  checkPropertyNames(members, context);
  return members.map(({ property }) => property);
}

/** The property that fragments with `@wrap` of one name are together. */
function compileGroup(
  occurrences: readonly GroupOccurrence[],
  typePaths: readonly TypePath[],
  names: readonly string[],
  context: ShapeContext,
): ShapeProperty {
  const own = new Set(occurrences.flatMap(({ on }) => [...on]));
  const required = isRequired(occurrences, typePaths);
  const inner = typePaths.filter((typePath) => own.has(typePath));
  const properties = compileProperties(startsOfGroup(occurrences), inner, names, context);
  const of: ObjectShape = { kind: 'object', type: occurrences[0]!.parent.name, properties, nullable: false };
  const marker = required ? undefined : addMarkers(occurrences, names, context);
  return {
    field: '',
    key: names.at(-1)!,
    shape: { kind: 'group', of, ...(marker !== undefined && { marker }), nullable: false },
    required,
  };
}

/** The shape of the version that an object is, where its selection is one spread of it and nothing else. */
function componentOf(selections: readonly ObjectSelection[], { ownFragments }: ShapeContext): string | undefined {
  const [only, second] = selections.length === 1 ? selections[0]!.set.selections : [];
  if (second || only?.kind !== Kind.FRAGMENT_SPREAD || only.directives?.length) return undefined;
  const name = only.name.value;
  return ownFragments.has(name) ? undefined : name;
}

function compileProperty(
  key: string,
  occurrences: readonly Occurrence[],
  typePaths: readonly TypePath[],
  context: ShapeContext,
): ShapeProperty {
  const [first] = occurrences as [Occurrence];
  const { description, deprecationReason } = describeField(first);
  return {
    field: first.node.name.value,
    key,
    shape: placeValue(first.node, markFields(first.node, compileField(occurrences, context), context), context),
    required: isRequired(occurrences, typePaths),
    ...(description != null && { description }),
    ...(deprecationReason != null && { deprecated: deprecationReason }),
  };
}

/** Whether every object of these types has the selection, whatever is expanded. */
function isRequired(occurrences: readonly Omit<SelectionStart, 'set'>[], typePaths: readonly TypePath[]): boolean {
  const always = new Set(occurrences.flatMap(({ condition, on }) => (condition === '' ? [...on] : [])));
  return typePaths.every((typePath) => always.has(typePath));
}

function compileField(occurrences: readonly Occurrence[], context: ShapeContext): Shape {
  const [first, ...others] = occurrences as [Occurrence, ...Occurrence[]];
  checkSameDirectives(first, others, context);
  const { node, parent } = first;
  if (node.name.value === '__typename') return typeNameShape(occurrences);
  if (!readDirective('paginate', node))
    return compileType(node, describeField(first).type, objectSelections(occurrences), context);
  // The same field is an occurrence more than once where its fragment is spread more than once.
  const again = others.find((each) => each.node.loc !== node.loc);
  if (again) {
    const message = `"${again.node.name.value}" with @paginate is selected more than once.`;
    context.report(directiveNode(again.node, 'paginate'), message, 'Move its selections to the first.');
  }
  if (isCompositeType(getNullableType(describeField(first).type))) context.pagedFields.push({ node, parent });
  const shape = compileType(node, describeField(first).type, objectSelections(occurrences), context);
  return compileConnection(node, shape, context);
}

function typeNameShape(occurrences: readonly Occurrence[]): LeafShape {
  const names = new Set(occurrences.flatMap(({ on }) => [...on].map(typeNameAt)));
  return { kind: 'leaf', type: GraphQLString.name, names: [...names].sort(), nullable: false };
}

function compileType(
  node: FieldNode,
  type: GraphQLOutputType,
  selections: readonly ObjectSelection[],
  context: ShapeContext,
): Shape {
  if (isNonNullType(type)) {
    const shape = compileType(node, type.ofType, selections, context);
    return { ...shape, nullable: shape.kind === 'object' && shape.unselected !== undefined };
  }
  if (isListType(type)) {
    return { kind: 'list', of: compileType(node, type.ofType, selections, context), nullable: true };
  }
  const isUnwrapped = readDirective('unwrap', node) !== undefined;
  if (isCompositeType(type)) {
    const object = compileShape(selections, context);
    return isUnwrapped ? unwrapObject(node, object, context) : object;
  }
  if (isUnwrapped) {
    const message = `@unwrap is on "${node.name.value}", which is not an object.`;
    context.report(directiveNode(node, 'unwrap'), message, 'Remove it.');
  }
  context.types.add(type);
  return { kind: 'leaf', type: type.name, nullable: true };
}

function unwrapObject(node: FieldNode, object: ObjectShape, { report }: ShapeContext): Shape {
  const [only, second] = object.properties;
  if (only?.required && !second && only.shape.kind !== 'group' && only.shape.kind !== 'spread') {
    return { kind: 'unwrapped', key: only.key, field: only.field, of: only.shape, nullable: true };
  }
  const message = `@unwrap is on "${node.name.value}", which must select exactly one field, without a condition.`;
  report(directiveNode(node, 'unwrap'), message, 'Select one field, or remove @unwrap.');
  return object;
}

function checkSameDirectives(first: Occurrence, others: readonly Occurrence[], { report }: ShapeContext): void {
  for (const { node } of others) {
    if (directivesOf(node) === directivesOf(first.node)) continue;
    const message = `"${responseKey(node)}" is selected more than once, with different directives.`;
    report(node, message, 'Write the same directives on each.');
  }
}

function directivesOf({ directives = [] }: FieldNode): string {
  return directives
    .filter(isOwnDirective)
    .map((each) => print(each))
    .sort()
    .join(' ');
}
