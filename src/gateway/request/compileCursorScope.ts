import { Kind } from 'graphql';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { routePath } from '../plan/Segment.ts';
import { textOfValue } from '../plan/textOfValue.ts';
import { nullableNode, typeNode } from '../plan/typeNode.ts';
import type { Variables } from './Variables.ts';

/** The list that a cursor belongs to, with its filters, as text. */
export type CursorScope = (variables: Variables) => string;

/** The value of a parameter in a scope: the text that stands for it, where it has `values`. */
function compileScopeValue({ type, constraints: { values } }: ParameterPlan): (value: unknown) => unknown {
  if (!values) return (value) => value;
  const textOf = textOfValue(values);
  const isList = nullableNode(typeNode(type)).kind === Kind.LIST_TYPE;
  return (value) => (isList && Array.isArray(value) ? value.map(textOf) : textOf(value));
}

/**
 * Compiles the scope of the cursors of a list, which is the same in every version and with any `expand`. Placeholders
 * count by their place. A filter that is absent, or equal to its default, is not a part of it, so that a list keeps its cursors
 * when it gets another parameter.
 */
export function compileCursorScope({
  path,
  segments,
  parameters,
}: Pick<EndpointPlan, 'path' | 'segments' | 'parameters'>): CursorScope {
  const placeholders = segments.flatMap((each) => (each.kind === 'placeholder' ? [each.name] : []));
  const inPath = placeholders.flatMap((name) => {
    const parameter = parameters.find((each) => each.source === 'path' && each.name === name);
    return parameter ? [{ variable: parameter.variable, scopeValue: compileScopeValue(parameter) }] : [];
  });
  const filters = parameters
    .filter(({ source }) => source !== 'path')
    .map((parameter) => {
      const { name, variable, default: value = null } = parameter;
      const scopeValue = compileScopeValue(parameter);
      return { name, variable, scopeValue, defaultText: JSON.stringify(scopeValue(value) ?? null) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const route = routePath(path);
  return (variables) => {
    const given = filters.flatMap(({ name, variable, scopeValue, defaultText }) => {
      if (variables[variable] === undefined) return [];
      const value = scopeValue(variables[variable]) ?? null;
      return JSON.stringify(value) === defaultText ? [] : [[name, value]];
    });
    return JSON.stringify([
      route,
      ...inPath.map(({ variable, scopeValue }) => scopeValue(variables[variable])),
      ...given,
    ]);
  };
}
