// The properties of an object: which are one in JSON and several in a document, and what the placeholders of templates stand for.
import { type FieldNode, type FragmentSpreadNode, type InlineFragmentNode, print } from 'graphql';
import { isOptionalText, placeholdersOf } from '../../conventions/template.ts';
import { directiveNode, isOwnDirective, readDirective } from '../../document/directives.ts';
import {
  type LeafShape,
  type Shape,
  type ShapeProperty,
  type TemplatePartPlan,
  type TemplateShape,
  type WireProperty,
  isNullable,
  wireProperties,
} from '../../plan/Shape.ts';
import type { CompileContext, ShapeContext } from '../CompileContext.ts';
import { findPathParameter } from '../parameters/declareParameters.ts';
import { type Occurrence, responseKey } from './collectFields.ts';

/** A property, and the first field or fragment that it is compiled from. */
export interface CompiledMember {
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode;
  property: ShapeProperty;
  /** What a group is compiled from. */
  group?: readonly CompiledMember[];
}

/** Refuses two properties of one name in the JSON of an object. */
export function checkPropertyNames(members: readonly CompiledMember[], { report }: CompileContext): void {
  // Response keys are distinct: only what is spread or grouped can have the name of another.
  if (!members.some(({ property: { shape } }) => shape.kind === 'spread' || shape.kind === 'group')) return;
  const seen = new Map<string, CompiledMember>();
  for (const member of members) {
    for (const { name } of wireProperties({ properties: [member.property] })) {
      const other = seen.get(name);
      seen.set(name, member);
      if (!other) continue;
      const { node } = [member, other].find((candidate) => candidate.property.shape.kind === 'spread') ?? member;
      const word =
        member.property.shape.kind === 'spread' || other.property.shape.kind === 'spread' ? 'spread' : 'wrap';
      const message = `@${word} puts "${name}" twice into one object.`;
      report(directiveNode(node, word), message, 'Write an alias on one of the two fields, or remove one.');
    }
  }
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
    report(node, message, 'Write the same directives on each.');
  }
}

/**
 * The properties of an object, with what the placeholders of their templates stand for: the properties of the object in JSON,
 * then those of the objects that it is a group of, then path parameters. Refuses other names.
 */
export function resolveTemplates(
  members: readonly CompiledMember[],
  around: readonly WireProperty[],
  context: ShapeContext,
): ShapeProperty[] {
  if (!members.some(({ node, group }) => group ?? readDirective('template', node))) {
    return members.map(({ property }) => property);
  }
  const beside = [...wireProperties({ properties: members.map(({ property }) => property) }), ...around];
  return members.map(({ node, property, group }) => {
    const { shape } = property;
    if (group && shape.kind === 'group') {
      return {
        ...property,
        shape: { ...shape, of: { ...shape.of, properties: resolveTemplates(group, beside, context) } },
      };
    }
    if (!readDirective('template', node)) return property;
    return resolveProperty({ node, property }, beside, context);
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
  beside: readonly WireProperty[],
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
    const found = beside.find((candidate) => candidate.name === name);
    const parameter = findPathParameter(context.parameters, name);
    if (!found && parameter) return [{ name, parameter }];
    const leaf = found && leafAt(found);
    if (!found || !leaf) {
      const isTemplate = found?.shape.kind === 'template';
      const fault = isTemplate ? 'has a @template itself' : found ? 'is no scalar' : 'is no property beside it';
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
