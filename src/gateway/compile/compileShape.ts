// From a selection set to the shape of its JSON. Refuses selections that no single JSON shape could describe.
import {
  type FieldNode,
  type GraphQLOutputType,
  GraphQLString,
  Kind,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { GroupShape, LeafShape, ObjectShape, Shape, ShapeProperty } from '../plan/Shape.ts';
import { addMarkers } from './addTypeNames.ts';
import { type CompiledMember, checkPropertyNames } from './checkPropertyNames.ts';
import {
  type GroupOccurrence,
  type Member,
  type ObjectSelection,
  type Occurrence,
  type SelectionStart,
  type TypePath,
  collectMembers,
  startsOf,
  startsOfGroup,
  typeNameAt,
} from './collectFields.ts';
import { checkSameDirectives } from './checkSameDirectives.ts';
import { compileConnection } from './compileConnection.ts';
import { findUnselectedTypes } from './findUnselectedTypes.ts';
import { findSharedKeys } from './findSharedKeys.ts';
import { isHidden } from './isHidden.ts';
import { markFields } from './markFields.ts';
import { describeField, objectSelections, sentTypePaths } from './occurrences.ts';
import { placeValue } from './placeValue.ts';
import { resolveTemplates } from './resolveTemplates.ts';
import type { ShapeContext } from './ShapeContext.ts';
import { unwrapObject } from './unwrapObject.ts';

/** Compiles the shape of an object from all of its selections, in a document that is valid. */
export function compileShape(selections: readonly ObjectSelection[], context: ShapeContext): ObjectShape {
  const { name, description } = selections[0]!.type;
  const { unselected, added } = findUnselectedTypes(selections, context);
  const typePaths = sentTypePaths(selections, context).filter((each) => !unselected.includes(typeNameAt(each)));
  const component = componentOf(selections, context);
  const members = collectMembers(context, startsOf(context, selections));
  const object = { typePaths, sharedKeys: findSharedKeys(context, members), groups: [] };
  const { sent, hidden } = compileMembers(members, object, context);
  const unsent = [...added, ...hidden];
  return {
    kind: 'object',
    type: name,
    ...(description && { description }),
    properties: resolveTemplates(sent, [], context),
    ...((unsent.length > 0 || context.isShared) && { hidden: unsent }),
    ...(unselected.length > 0 && { unselected }),
    ...(component !== undefined && { component }),
    nullable: true,
  };
}

/** What is sent of an object, and what is not. */
interface CompiledMembers {
  sent: CompiledMember[];
  hidden: ShapeProperty[];
}

/** What the members of an object have in common. */
interface MemberContext {
  typePaths: readonly TypePath[];
  sharedKeys: ReadonlySet<string>;
  /** The names of the groups that they are in. */
  groups: readonly string[];
}

function compileMembers(members: readonly Member[], object: MemberContext, context: ShapeContext): CompiledMembers {
  const sent: CompiledMember[] = [];
  const hidden: ShapeProperty[] = [];
  for (const member of members) {
    const { node } = member.occurrences[0]!;
    if (member.kind === 'group') {
      const group = compileGroup(member.key, member.occurrences, object, context);
      if (group.sent.length > 0) sent.push({ node, property: group.property, group: group.sent });
      // A group has no data of its own: what its fields hold is that of the object around it.
      hidden.push(...group.hidden);
      continue;
    }
    const isShared = context.isShared || object.sharedKeys.has(member.key);
    const own = isShared ? { ...context, isShared } : context;
    const property = compileProperty(member.key, member.occurrences, object.typePaths, own);
    if (isHidden(node, property)) hidden.push(property);
    else sent.push({ node, property });
  }
  checkPropertyNames(sent, context);
  return { sent, hidden };
}

/** The property that fragments with `@wrap` of one name are together. */
function compileGroup(
  key: string,
  occurrences: readonly GroupOccurrence[],
  object: MemberContext,
  context: ShapeContext,
): CompiledMembers & { property: ShapeProperty } {
  const own = new Set(occurrences.flatMap(({ on }) => [...on]));
  const groups = [...object.groups, key];
  const inner = { ...object, groups, typePaths: object.typePaths.filter((typePath) => own.has(typePath)) };
  const { sent, hidden } = compileMembers(collectMembers(context, startsOfGroup(occurrences)), inner, context);
  const properties = sent.map(({ property }) => property);
  const required = isRequired(occurrences, object.typePaths);
  const shape: GroupShape = {
    kind: 'group',
    of: { kind: 'object', type: occurrences[0]!.parent.name, properties, nullable: false },
    ...(!required && { marker: addMarkers(occurrences, groups, context) }),
    nullable: false,
  };
  return { property: { field: '', key, shape, required }, sent, hidden };
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
  const field = first.node.name.value;
  // A template takes the place of the name.
  const isDescribed = field !== '__typename' || !readDirective('template', first.node);
  return {
    field,
    key,
    shape: placeValue(first.node, markFields(first.node, compileField(occurrences, context), context), context),
    required: isRequired(occurrences, typePaths),
    ...(description != null && isDescribed && { description }),
    ...(deprecationReason != null && { deprecated: deprecationReason }),
    ...(readDirective('catch', first.node) && { caught: true }),
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
  const type = getNullableType(describeField(first).type);
  if (isCompositeType(type) || isListType(type)) context.pagedFields.push({ node, parent });
  const shape = compileType(node, describeField(first).type, objectSelections(occurrences), context);
  return compileConnection({ node, parent }, shape, context);
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
  context.types.add(type, node);
  return { kind: 'leaf', type: type.name, nullable: true };
}
