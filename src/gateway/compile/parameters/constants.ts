// Constants of documents as JSON: the values, defaults and examples of parameters.
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
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  print,
  valueFromAST,
} from 'graphql';
import type { Conventions, TypeConventions } from '../../plan/conventions/Conventions.ts';
import { prepareToWire, jsonTypeOf, scalarConvention } from '../../plan/conventions/scalarConversions.ts';
import { enumTexts, fieldOnWire } from '../../plan/conventions/wireNames.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import type { ParameterValue } from '../../plan/bounds.ts';
import { readJson, readNumber } from '../../http/losslessJson.ts';

/**
 * Compiles `@param(values:)`, and the default as a value and as a text of them, which is absent where none stands for it; undefined for
 * a variable without. Refuses literals of another type, and what is no text of it.
 */
export function compileParamValues(
  { variable, directives, defaultValue }: VariableDefinitionNode,
  type: GraphQLInputType,
  { conventions, report }: { conventions: Conventions; report: ReportDiagnostic },
): { values: readonly ParameterValue[]; nullAs?: string; default?: unknown; wireDefault?: unknown } | undefined {
  const param = directives?.find(({ name }) => name.value === 'param');
  const list = param?.arguments?.find(({ name }) => name.value === 'values')?.value;
  if (!list || list.kind === Kind.NULL) return undefined;
  const nodes = (list.kind === Kind.LIST ? list.values : [list]) as readonly ConstObjectValueNode[];
  const inner = getNullableType(type);
  const itemType = isListType(inner) ? inner.ofType : type;
  const named = getNullableType(itemType);
  const valueOf = ({ fields }: ConstObjectValueNode) => fields.find(({ name }) => name.value === 'value')?.value;
  const isNull = (node: ConstObjectValueNode) => valueOf(node)?.kind === Kind.NULL;
  // An enum keeps its own texts where those that are listed only add null.
  const adds = isEnumType(named) && nodes.length > 0 && nodes.every(isNull);
  const own = adds ? [...enumTexts(named, conventions)].map(([value, text]): ParameterValue => ({ text, value })) : [];
  // A null that no item can be is that of the list.
  const ofList = isListType(type) && isNonNullType(itemType) ? nodes.find(isNull) : undefined;
  const listed: ParameterValue[] = [];
  for (const node of nodes) {
    const textNode = memberOf(node, 'text') as StringValueNode;
    const valueNode = valueOf(node);
    const text = textNode.value;
    const value = node === ofList ? null : valueNode && literalValue(valueNode, itemType);
    if (own.some((other) => other.text === text)) {
      report(textNode, `"${text}" is also a value of ${nameOf(itemType)}.`, 'Choose another text.');
    } else if (listed.some((other) => other.text === text)) {
      report(textNode, `values has "${text}" more than once.`, 'Remove one of them.');
    } else if (!valueNode) {
      report(node, `"${text}" stands for nothing.`, 'Add value, which may be null.');
    } else if (value === undefined) {
      const message = `"${text}" stands for ${truncate(print(valueNode), 100)}, which is no ${nameOf(itemType)}.`;
      report(valueNode, message, `Write a value of ${nameOf(itemType)}.`);
    } else {
      listed.push({ text, value });
    }
  }
  const nullAs = ofList && (memberOf(ofList, 'text') as StringValueNode).value;
  const values = [...own, ...listed.filter(({ text }) => text !== nullAs)];
  const mapped = { values, ...(nullAs !== undefined && { nullAs }) };
  if (values.length === 0 && listed.length === nodes.length)
    report(list, 'values is empty.', 'Add a text and its value, or remove values.');
  if (!defaultValue) return mapped;

  const name = variable.name.value;
  const literal = literalValue(defaultValue, type);
  if (literal === undefined || listed.length < nodes.length) return { ...mapped, default: null };
  const matched = (constant: unknown) => values.find(({ value }) => isDeepStrictEqual(value, constant));
  if (literal === null && (isListType(inner) || !matched(null))) return { ...mapped, default: null };
  const items = isListType(inner) ? (literal as unknown[]).map(matched) : [matched(literal)];
  if (items.includes(undefined)) {
    report(defaultValue, `The default of $${name} is none of its values.`, 'Add it to values, or change the default.');
    return mapped;
  }
  const found = items as ParameterValue[];
  const pick = <Key extends keyof ParameterValue>(key: Key) =>
    isListType(inner) ? found.map((item) => item[key]) : found[0]![key];
  return { ...mapped, default: pick('value'), wireDefault: pick('text') };
}

function nameOf(type: GraphQLInputType): string {
  const inner = getNullableType(type);
  return isListType(inner) ? String(inner) : getNamedType(inner).name;
}

/** The value of a field of an object that is written in a document, and is valid. */
export function memberOf({ fields }: ConstObjectValueNode, name: string): ConstValueNode {
  return fields.find((field) => field.name.value === name)!.value;
}

/** An example as a client would send it. One of a type that is not text is JSON, or the text itself where it is not JSON. */
export function wireExample(example: string, type: GraphQLInputType, conventions: Conventions): unknown {
  const inner = getNullableType(type);
  const isText = isEnumType(inner) || (isScalarType(inner) && jsonTypeOf(inner.name, conventions) === 'string');
  if (isText) return example;
  try {
    return readJson(example);
  } catch {
    return example;
  }
}

/** A constant of a document as JSON, whose numbers keep their digits: an enum value is its name. */
export function readConstant(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return readNumber(node.value);
    case Kind.LIST:
      return node.values.map(readConstant);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, readConstant(value)]));
    default:
      return node.value;
  }
}

/** A default, a GraphQL value as JSON, as a client would send it; undefined for none, and for null. */
export function wireConstant(value: unknown, type: GraphQLInputType, conventions: TypeConventions): unknown {
  return value === undefined || value === null ? undefined : toWire(value, type, conventions);
}

function toWire(value: unknown, type: GraphQLInputType, conventions: TypeConventions): unknown {
  if (value === null) return null;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    // In GraphQL one value stands for a list of it.
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.map((item) => toWire(item, inner.ofType, conventions));
  }
  if (isEnumType(inner)) return enumTexts(inner, conventions).get(String(value)) ?? value;
  if (isScalarType(inner)) return scalarToWire(value, inner.name, conventions);
  if (!isInputObjectType(inner) || typeof value !== 'object') return value;
  const fields = inner.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      fieldOnWire(inner.name, name, conventions),
      fields[name] ? toWire(member, fields[name].type, conventions) : (member as unknown),
    ]),
  );
}

/** One that the wire cannot have stays as it is: that is a problem of the default. */
function scalarToWire(value: unknown, name: string, conventions: TypeConventions): unknown {
  const text = name === 'ID' ? String(value) : value;
  const { upstream } = scalarConvention(name, conventions) ?? {};
  if (name !== 'ID' && upstream === undefined) return value;
  try {
    return prepareToWire(name, conventions)?.(text) ?? text;
  } catch {
    return text;
  }
}

/**
 * A literal as the value of a variable in JSON: an enum value is its name, an ID a text, and a list always a list. Undefined
 * where it is not of the type. See the GraphQL specification, section 5.6.1, Values of Correct Type.
 */
function literalValue(node: ConstValueNode, type: GraphQLInputType): unknown {
  if (valueFromAST(node, type) === undefined) return undefined;
  if (node.kind === Kind.NULL) return null;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const items = (node.kind === Kind.LIST ? node.values : [node]).map((item) => literalValue(item, inner.ofType));
    return items.includes(undefined) ? undefined : items;
  }
  if (node.kind === Kind.OBJECT && isInputObjectType(inner)) {
    const fields = inner.getFields();
    const values = new Map(
      node.fields.map(({ name, value }) => {
        const field = fields[name.value];
        return [name.value, field && literalValue(value, field.type)] as const;
      }),
    );
    const isValid = values.size === node.fields.length && ![...values.values()].includes(undefined);
    return isValid ? Object.fromEntries(values) : undefined;
  }
  const value = readConstant(node);
  return isScalarType(inner) && inner.name === 'ID' ? String(value) : value;
}
