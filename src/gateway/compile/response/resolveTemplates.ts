import { placeholdersOf } from '../../conventions/template.ts';
import { directiveNode, readDirective } from '../../document/directives.ts';
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
import { findPathParameter } from '../parameters/declareParameters.ts';
import type { ShapeContext } from '../CompileContext.ts';
import type { CompiledMember } from './checkProperties.ts';

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

/** A template without a value for one of its properties is left out where that is. */
function resolveProperty(
  { node, property }: CompiledMember,
  beside: readonly WireProperty[],
  context: ShapeContext,
): ShapeProperty {
  const value = structuredClone(readDirective('template', node)!.value);
  const at = directiveNode(node, 'template', 'value');
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
      const fault = found ? faultOf(found.shape) : 'is no property beside it';
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
    nullable: isNull || (needed.has('') && template.of.nullable),
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

function faultOf(shape: Shape): string {
  return shape.kind === 'template' ? 'has a @template itself' : 'is no scalar';
}

/** Whether nothing is left of a template without values for its optional placeholders. */
function canBeEmpty(value: unknown): boolean {
  if (typeof value === 'string') return /^\{[^{}?]*\? ?\}$/.test(value);
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
