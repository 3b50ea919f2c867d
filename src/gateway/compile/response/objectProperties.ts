// The properties of an object: which are one in JSON and several in a document, and what the placeholders of templates stand for.
import { type FieldNode, type FragmentSpreadNode, type InlineFragmentNode, print } from 'graphql';
import { isOptionalText, placeholdersOf } from '../../plan/conventions/template.ts';
import { directiveNode, isOwnDirective, readDirective } from '../document/directives.ts';
import {
  type LeafShape,
  type Shape,
  type ShapeProperty,
  type TemplatePartPlan,
  type TemplateShape,
  type WireProperty,
  isNullable,
  propertiesOfKey,
  wireProperties,
} from '../../plan/Shape.ts';
import type { CompileContext, ShapeContext } from '../CompileContext.ts';
import { findPathParameter } from '../parameters/declareParameters.ts';
import { type Occurrence, responseKey } from './collectFields.ts';

/** A property, and the fields or fragments that it is compiled from. */
export interface CompiledMember {
  occurrences: readonly Pick<Occurrence, 'on' | 'condition'>[];
  /** That of the first. */
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode;
  property: ShapeProperty;
  /** What a group is compiled from. */
  group?: readonly CompiledMember[];
}

/**
 * Refuses two properties of one name in the JSON of an object, unless no type has both. Returns the properties of each name that
 * several have.
 */
export function findSharedNames(
  members: readonly CompiledMember[],
  { report }: CompileContext,
): ReadonlyMap<string, readonly CompiledMember[]> {
  const byName = new Map<string, CompiledMember[]>();
  // Response keys are distinct: only what is named, spread or grouped can have the name of another.
  if (!members.some((member) => wordOf(member) !== undefined)) return byName;
  for (const member of members) {
    for (const name of new Set(wireProperties({ properties: [member.property] }).map((each) => each.name))) {
      const others = byName.get(name) ?? [];
      byName.set(name, [...others, member]);
      const other = others.find((candidate) => sharesType(candidate, member));
      if (!other) continue;
      const [word, at] = (['spread', 'name', 'wrap'] as const)
        .map((each) => [each, [member, other].find((candidate) => wordOf(candidate) === each)] as const)
        .find(([, candidate]) => candidate)!;
      const message = `@${word} puts "${name}" twice into one object.`;
      const hint = word === 'name' ? 'Write another name.' : 'Write an alias on one of the two fields, or remove one.';
      report(directiveNode(at!.node, word), message, hint);
    }
  }
  return new Map([...byName].filter(([, sharing]) => sharing.length > 1));
}

/** What gives a property a name that is not its response key. */
function wordOf({ property: { name, shape } }: CompiledMember): 'spread' | 'wrap' | 'name' | undefined {
  if (shape.kind === 'spread') return 'spread';
  if (shape.kind === 'group') return 'wrap';
  return name === undefined ? undefined : 'name';
}

function sharesType(one: CompiledMember, other: CompiledMember): boolean {
  const types = new Set(one.occurrences.flatMap(({ on }) => [...on]));
  return other.occurrences.some(({ on }) => [...on].some((type) => types.has(type)));
}

/** Refuses occurrences of one response key whose directives of the vocabulary differ. */
export function checkSameDirectives(
  first: Occurrence,
  others: readonly Occurrence[],
  { report }: Pick<CompileContext, 'report'>,
): void {
  for (const { node } of others) {
    if (directivesOf(node) === directivesOf(first.node)) continue;
    const message = `"${responseKey(node)}" is selected more than once, with different directives.`;
    // Those of the conventions have no location.
    const isNamed = [first.node, node].some(({ directives }) => directives?.some((directive) => !directive.name.loc));
    const hint = isNamed
      ? 'Write the same name in "names" for each of the types, or an alias on one.'
      : 'Write the same directives on each.';
    report(node, message, hint);
  }
}

/**
 * The properties of an object, with what the placeholders of their templates stand for: the properties of the object in JSON,
 * by their response keys, then those of the objects that it is a group of, then path parameters. Refuses other names.
 */
export function resolveTemplates(
  members: readonly CompiledMember[],
  around: readonly (readonly WireProperty[])[],
  context: ShapeContext,
): ShapeProperty[] {
  if (!members.some(({ node, group }) => group ?? readDirective('template', node))) {
    return members.map(({ property }) => property);
  }
  const beside = [wireProperties({ properties: members.map(({ property }) => property) }), ...around];
  return members.map((member) => {
    const { node, property, group } = member;
    const { shape } = property;
    if (group && shape.kind === 'group') {
      return {
        ...property,
        shape: { ...shape, of: { ...shape.of, properties: resolveTemplates(group, beside, context) } },
      };
    }
    if (!readDirective('template', node)) return property;
    return resolveProperty(member, beside, context);
  });
}

function directivesOf({ directives = [] }: FieldNode): string {
  return directives
    .filter(isOwnDirective)
    .map((directive) => print(directive))
    .sort()
    .join(' ');
}

/** A template without a value for one of its properties is left out where that is. */
function resolveProperty(
  { node, property }: CompiledMember,
  beside: readonly (readonly WireProperty[])[],
  context: ShapeContext,
): ShapeProperty {
  const { value } = readDirective('template', node)!;
  const at = directiveNode(node, 'template', 'value');
  if (value === undefined) {
    context.report(at, '@template has no value.', 'Write a text such as value: "/books/{}", or value: null.');
    return property;
  }
  const placeholders = placeholdersOf(value);
  if (placeholders.length === 0 && property.field !== '__typename') {
    const message = `@template without a placeholder is on "${property.field}", whose value it does not send.`;
    context.report(at, message, 'Write a constant on __typename.');
  }
  const needed = new Set(placeholders.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
  let canBeAbsent = canBeEmpty(value);
  let isNull = false;
  const names = new Set(placeholders.flatMap(({ name }) => (name === '' ? [] : [name])));
  const parts = [...names].flatMap((name): TemplatePartPlan[] => {
    const keyed = beside.map((properties) => propertiesOfKey(properties, name));
    const [found, second] = keyed.find(({ length }) => length > 0) ?? [];
    const parameter = findPathParameter(context.parameters, name);
    if (!found && parameter) return [{ name, parameter }];
    const leaf = found && leafAt(found);
    if (!found || !leaf || second) {
      const isTemplate = found?.shape.kind === 'template';
      const of = isTemplate ? 'has a @template itself' : found ? 'is no scalar' : 'is no property beside it';
      const fault = second ? 'is a property of several objects' : of;
      const hint = 'Name a scalar that is selected beside it, or a path parameter.';
      context.report(at, `@template: {${name}} ${fault}.`, hint);
      return [];
    }
    if (needed.has(name)) {
      canBeAbsent ||= !found.required;
      isNull ||= isNullable(found.shape);
    }
    return [{ name, ...leaf }];
  });
  const complete = (template: TemplateShape): TemplateShape => ({
    ...template,
    parts,
    nullable: value === null || isNull || (needed.has('') && template.of.nullable),
  });
  return {
    ...property,
    shape: mapTemplate(property.shape, complete),
    required: property.required && !canBeAbsent,
  };
}

/** A property that is a leaf, or is unwrapped to one. */
function leafAt({ path, shape }: Pick<WireProperty, 'path' | 'shape'>): { path: string[]; of: LeafShape } | undefined {
  if (shape.kind === 'unwrapped') return leafAt({ path: [...path, shape.key], shape: shape.of });
  return shape.kind === 'leaf' ? { path: [...path], of: shape } : undefined;
}

/** Whether nothing is left of a template without values for its optional placeholders. */
function canBeEmpty(value: unknown): boolean {
  if (typeof value === 'string') return isOptionalText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every(canBeEmpty);
}

function mapTemplate(shape: Shape, map: (template: TemplateShape) => TemplateShape): Shape {
  switch (shape.kind) {
    case 'template':
      return map(shape);
    case 'list':
    case 'unwrapped':
    case 'wrapped':
      return { ...shape, of: mapTemplate(shape.of, map) };
    default:
      return shape;
  }
}
