// From a selection set to the shape of its JSON. Refuses selections that no single JSON shape could describe.
import {
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLOutputType,
  GraphQLString,
  type InlineFragmentNode,
  Kind,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from 'graphql';
import { directiveNode, hasDirective, readDirective } from '../document/directives.ts';
import { TYPE_KEY } from '../../plan/ResultPlan.ts';
import type { GroupShape, ObjectShape, Shape, ShapeProperty } from '../../plan/Shape.ts';
import type { CompileContext, ShapeContext } from '../CompileContext.ts';
import { compileConnection } from '../page/compileConnection.ts';
import { addMarkers, findUnselectedTypes } from './addTypeNames.ts';
import {
  type GroupOccurrence,
  type Member,
  type Occurrence,
  type ObjectSelection,
  type TypePath,
  collectMembers,
  describeField,
  findSharedKeys,
  objectSelections,
  groupSelections,
  typeNameAt,
} from './collectFields.ts';
import { sentTypePaths } from './errorMarkers.ts';
import { promisedType } from './nonNulls.ts';
import { type CompiledMember, checkSameDirectives, findSharedNames, resolveTemplates } from './objectProperties.ts';
import { markFields } from './sparseFields.ts';

/** Compiles the shape of an object from all of its selections, in a document that is valid. */
export function compileShape(selections: readonly ObjectSelection[], context: ShapeContext): ObjectShape {
  const { name, description } = selections[0]!.parent;
  const { unselected, added } = findUnselectedTypes(selections, context);
  const typePaths = sentTypePaths(selections, context).filter((typePath) => !unselected.includes(typeNameAt(typePath)));
  const component = componentOf(selections, context);
  const members = collectMembers(context, selections);
  const object = { typePaths, sharedKeys: findSharedKeys(context, members), groups: [] };
  const { sent, hidden, shared } = compileMembers(members, object, context);
  const unsent = [...added, ...hidden];
  return {
    kind: 'object',
    type: name,
    ...(description && { description }),
    properties: resolveTemplates(sent, [], context),
    ...shared,
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
  shared: Pick<ObjectShape, 'sharedNames'>;
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
    const { occurrences } = member;
    const { node } = occurrences[0]!;
    if (member.kind === 'group') {
      const group = compileGroup(member.key, member.occurrences, object, context);
      if (group.sent.length > 0) sent.push({ node, occurrences, property: group.property, group: group.sent });
      // A group has no data of its own: what its fields hold is that of the object around it.
      hidden.push(...group.hidden);
      continue;
    }
    const isShared = context.isShared || object.sharedKeys.has(member.key);
    const inner = isShared ? { ...context, isShared } : context;
    const property = compileProperty(member.key, member.occurrences, object.typePaths, inner);
    if (isHidden(node, property)) hidden.push(property);
    else sent.push({ node, occurrences, property });
  }
  const sharedNames = [...findSharedNames(sent, context)].flatMap(([name, sharing]) => {
    const fields = sharing.filter(({ property }) => property.shape.kind !== 'spread');
    const occurrences = fields.flatMap((field) => field.occurrences);
    return isRequired(occurrences, object.typePaths) ? [name] : [];
  });
  return { sent, hidden, shared: sharedNames.length > 0 ? { sharedNames } : {} };
}

/** The property that fragments with `@wrap` of one name are together. */
function compileGroup(
  key: string,
  occurrences: readonly GroupOccurrence[],
  object: MemberContext,
  context: ShapeContext,
): Omit<CompiledMembers, 'shared'> & { property: ShapeProperty } {
  const groupPaths = new Set(occurrences.flatMap(({ on }) => [...on]));
  const groups = [...object.groups, key];
  const inner = { ...object, groups, typePaths: object.typePaths.filter((typePath) => groupPaths.has(typePath)) };
  const members = collectMembers(context, groupSelections(occurrences));
  const { sent, hidden, shared } = compileMembers(members, inner, context);
  const properties = sent.map(({ property }) => property);
  const required = isRequired(occurrences, object.typePaths);
  const shape: GroupShape = {
    kind: 'group',
    of: { kind: 'object', type: occurrences[0]!.parent.name, properties, ...shared, nullable: false },
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
  const name = readDirective('name', first.node)?.as ?? key;
  // A template takes the place of the name.
  const isDescribed = field !== '__typename' || !readDirective('template', first.node);
  const value = compileField(occurrences, context);
  const deprecated = deprecationReason ?? (value.kind === 'unwrapped' ? value.deprecated : undefined);
  return {
    field,
    key,
    ...(name !== key && { name }),
    shape: placeValue(first.node, markFields(first.node, value, context), context),
    required: isRequired(occurrences, typePaths),
    ...(description != null && isDescribed && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...(readDirective('catch', first.node) && { caught: true }),
  };
}

/** Whether every object of these types has the selection, whatever is expanded. */
function isRequired(occurrences: CompiledMember['occurrences'], typePaths: readonly TypePath[]): boolean {
  const always = new Set(occurrences.flatMap(({ condition, on }) => (condition === '' ? [...on] : [])));
  return typePaths.every((typePath) => always.has(typePath));
}

function compileField(occurrences: readonly Occurrence[], context: ShapeContext): Shape {
  const [first, ...others] = occurrences as [Occurrence, ...Occurrence[]];
  checkSameDirectives(first, others, context);
  const { node, parent } = first;
  if (node.name.value === '__typename') {
    const names = new Set(occurrences.flatMap(({ on }) => [...on].map(typeNameAt)));
    return { kind: 'leaf', type: GraphQLString.name, names: [...names].sort(), nullable: false };
  }
  const type = promisedType(occurrences, context);
  const compile = () => compileType(node, type, objectSelections(occurrences, context), context);
  if (!readDirective('paginate', node)) return compile();
  // The same field is an occurrence more than once where its fragment is spread more than once.
  const again = others.find((other) => other.node.loc !== node.loc);
  if (again) {
    const message = `"${again.node.name.value}" with @paginate is selected more than once.`;
    context.report(directiveNode(again.node, 'paginate'), message, 'Move its selections to the first.');
  }
  const paged = getNullableType(type);
  if (isCompositeType(paged) || isListType(paged)) context.pagedFields.push({ node, parent });
  return compileConnection({ node, parent }, compile(), context);
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

/**
 * The shape of a field in the object around it: what its `@template`, and then its `@wrap` or `@spread`, make of that of its
 * value. `resolveTemplates` completes the templates.
 */
function placeValue(node: FieldNode, value: Shape, context: CompileContext): Shape {
  const template = readDirective('template', node);
  const shape = template
    ? placeTemplate(node, readTemplate(template.value, context.conventions.nulls === 'omit'), value, context)
    : value;
  const wrap = readDirective('wrap', node);
  if (readDirective('spread', node)) {
    if (!wrap) return spread(node, shape, context);
    const message = `@spread and @wrap are both on "${node.name.value}".`;
    context.report(directiveNode(node, 'spread'), message, 'Remove one of them.');
  }
  return wrap ? { kind: 'wrapped', as: wrap.as, of: shape, nullable: false } : shape;
}

/** The JSON of a template, without the properties that are null where these are left out. */
function readTemplate(value: unknown, omitsNulls: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => readTemplate(item, omitsNulls));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !(omitsNulls && each === null));
  return Object.fromEntries(kept.map(([name, each]) => [name, readTemplate(each, omitsNulls)]));
}

/** Refuses a value that is an object: each leaf of a list is sent as the template. */
function placeTemplate(node: FieldNode, value: unknown, shape: Shape, context: CompileContext): Shape {
  if (shape.kind === 'leaf') return { kind: 'template', value, of: shape, parts: [], nullable: shape.nullable };
  if (shape.kind === 'list' || shape.kind === 'unwrapped') {
    return { ...shape, of: placeTemplate(node, value, shape.of, context) };
  }
  const message = `@template is on "${node.name.value}", which is not a scalar or an enum.`;
  context.report(directiveNode(node, 'template'), message, 'Write it on a field of it.');
  return shape;
}

function spread(node: FieldNode, shape: Shape, { report }: CompileContext): Shape {
  const path: string[] = [];
  let end = shape;
  let { nullable } = shape;
  while (end.kind === 'unwrapped') {
    path.push(end.key);
    end = end.of;
    nullable ||= end.nullable;
  }
  if (end.kind === 'object') return { kind: 'spread', path, of: end, nullable };
  const what = end.kind === 'list' || end.kind === 'connection' ? 'is a list' : 'is not an object';
  const message = `@spread is on "${node.name.value}", which ${what}.`;
  report(directiveNode(node, 'spread'), message, 'Remove it.');
  return shape;
}

/** The shape of an object with `@unwrap`: that of its only child. Refuses any other number of children, and one with a condition. */
function unwrapObject(node: FieldNode, object: ObjectShape, { report }: Pick<CompileContext, 'report'>): Shape {
  const [only, second] = object.properties;
  if (only?.required && !second && only.shape.kind !== 'group' && only.shape.kind !== 'spread') {
    const { key, field, deprecated, shape: of } = only;
    return { kind: 'unwrapped', key, field, ...(deprecated !== undefined && { deprecated }), of, nullable: true };
  }
  const message = `@unwrap is on "${node.name.value}", which must select exactly one field, without a condition.`;
  report(directiveNode(node, 'unwrap'), message, 'Select one field, or remove @unwrap.');
  return object;
}

/** Whether a field leaves the body: it is sent as a header or a status, or is an object of nothing but such fields. */
function isHidden(
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode,
  { shape }: Pick<ShapeProperty, 'shape'>,
): boolean {
  if (hasDirective(node, 'header', 'status')) return true;
  if (shape.kind !== 'object' || shape.properties.length > 0) return false;
  return shape.hidden?.some(({ key }) => key !== TYPE_KEY) ?? false;
}
