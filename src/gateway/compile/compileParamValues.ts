import { isDeepStrictEqual } from 'node:util';
import {
  type ConstObjectValueNode,
  type ConstValueNode,
  type GraphQLInputType,
  Kind,
  type StringValueNode,
  type VariableDefinitionNode,
  getNamedType,
  getNullableType,
  isListType,
  print,
} from 'graphql';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { truncate } from '../errors/truncate.ts';
import type { ParameterValue } from '../plan/Constraints.ts';
import { literalValue } from './literalValue.ts';

/** The `values` of a parameter, and its default as a value and as a text of them. */
export interface CompiledValues {
  values: readonly ParameterValue[];
  default?: unknown;
  /** Absent for none, and for null. */
  wireDefault?: unknown;
}

/** Compiles `@param(values:)`; undefined for a variable without. Refuses literals of another type, and what is no text of it. */
export function compileParamValues(
  { variable, directives, defaultValue }: VariableDefinitionNode,
  type: GraphQLInputType,
  report: ReportDiagnostic,
): CompiledValues | undefined {
  const param = directives?.find(({ name }) => name.value === 'param');
  const given = param?.arguments?.find(({ name }) => name.value === 'values')?.value;
  if (!given || given.kind === Kind.NULL) return undefined;
  const nodes = (given.kind === Kind.LIST ? given.values : [given]) as readonly ConstObjectValueNode[];
  const inner = getNullableType(type);
  const itemType = isListType(inner) ? inner.ofType : inner;
  const values: ParameterValue[] = [];
  for (const node of nodes) {
    const textNode = memberOf(node, 'text') as StringValueNode;
    const valueNode = memberOf(node, 'value');
    const text = textNode.value;
    const value = literalValue(valueNode, getNullableType(itemType));
    if (values.some((each) => each.text === text)) {
      report(textNode, `values has "${text}" more than once.`, 'Remove one of them.');
    } else if (value === undefined) {
      const message = `"${text}" stands for ${truncate(print(valueNode), 100)}, which is no ${nameOf(itemType)}.`;
      report(valueNode, message, `Write a value of ${nameOf(itemType)}.`);
    } else {
      values.push({ text, value });
    }
  }
  if (nodes.length === 0) report(given, 'values is empty.', 'Add a text and its value, or remove values.');
  if (!defaultValue) return { values };

  const name = variable.name.value;
  const literal = literalValue(defaultValue, type);
  if (literal === null || literal === undefined || values.length < nodes.length) return { values, default: null };
  const matched = (each: unknown) => values.find(({ value }) => isDeepStrictEqual(value, each));
  const items = isListType(inner) ? (literal as unknown[]).map(matched) : [matched(literal)];
  if (items.includes(undefined)) {
    report(defaultValue, `The default of $${name} is none of its values.`, 'Add it to values, or change the default.');
    return { values };
  }
  const found = items as ParameterValue[];
  const pick = <Key extends keyof ParameterValue>(key: Key) =>
    isListType(inner) ? found.map((each) => each[key]) : found[0]![key];
  return { values, default: pick('value'), wireDefault: pick('text') };
}

function nameOf(type: GraphQLInputType): string {
  const inner = getNullableType(type);
  return isListType(inner) ? String(inner) : getNamedType(inner).name;
}

function memberOf({ fields }: ConstObjectValueNode, name: string): ConstValueNode {
  return fields.find((each) => each.name.value === name)!.value;
}
