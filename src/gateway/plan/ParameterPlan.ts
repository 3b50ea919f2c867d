import { Kind } from 'graphql';
import type { ScalarConventions } from './conventions/Conventions.ts';
import { scalarConvention } from './conventions/scalarConversions.ts';
import { writeJson } from '../http/losslessJson.ts';
import { type TypeTable, nullableNode, typeName, typeNode } from './TypeTable.ts';
import type { Constraints, ParameterValue } from './bounds.ts';

/** One input of an endpoint, as its clients see it. */
export interface ParameterPlan {
  /** The wire name; in a body its dots descend. */
  name: string;
  /** The variable of the operation that it fills. */
  variable: string;
  /** `body` is a property of the JSON body, `whole` the body itself. */
  source: 'path' | 'query' | 'header' | 'body' | 'whole';
  /** As in SDL: `[OrderItemInput!]!`. Not null where every use of the variable is, whatever its declaration says. */
  type: string;
  required: boolean;
  /** The variable's default as a GraphQL value in JSON; null is one, absent is none. */
  default?: unknown;
  /** The default as a client would send it; absent for none, and for null. */
  wireDefault?: unknown;
  constraints: Constraints;
  /** Text that stands for null in a path, a query or a header. */
  nullAs?: string;
  /** As a client would send it. */
  example?: unknown;
  description?: string;
  /** The reason of the deprecation. */
  deprecated?: string;
}

/** The parameter that If-Match is, of an endpoint that leaves this condition to the service behind it. */
export function findIfMatch(parameters: readonly ParameterPlan[]): ParameterPlan | undefined {
  return parameters.find(({ source, name }) => source === 'header' && name.toLowerCase() === 'if-match');
}

/** Whether the body is one text of base64, which is sent as its bytes in a media type other than JSON. */
export function isBytesBody(parameters: readonly ParameterPlan[], conventions: ScalarConventions): boolean {
  const whole = parameters.find(({ source }) => source === 'whole');
  return whole !== undefined && scalarConvention(typeName(whole.type), conventions)?.format === 'byte';
}

/** The texts that a parameter of Accept-Language selects one of; undefined for any other parameter, and for a plain text. */
export function findLanguages(
  { name, source, type, constraints }: ParameterPlan,
  { enums }: TypeTable,
): readonly string[] | undefined {
  const isLanguage = source === 'header' && name.toLowerCase() === 'accept-language';
  if (!isLanguage || nullableNode(typeNode(type)).kind === Kind.LIST_TYPE) return undefined;
  const { values } = constraints;
  if (values) return values.map(({ text }) => text);
  const named = typeName(type);
  return Object.hasOwn(enums, named) ? Object.values(enums[named]!.values) : undefined;
}

/**
 * How many steps of a path into the body an endpoint reads: all of them where the path leads to a property that is a
 * parameter, to one of an input object, or to an object that has such a property.
 */
export function readDepth(path: readonly string[], parameters: readonly ParameterPlan[], types: TypeTable): number {
  const depths = parameters.flatMap((parameter) => {
    const { name, source, type, constraints } = parameter;
    if (source !== 'body' && source !== 'whole') return [];
    const steps = source === 'whole' ? [] : name.split('.');
    const shared = commonSteps(steps, path);
    if (shared < steps.length || constraints.values) return [shared];
    return [shared + fieldSteps(path.slice(shared), type, types)];
  });
  return Math.max(0, ...depths);
}

function commonSteps(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((step, at) => step !== other[at]);
  return index < 0 ? one.length : index;
}

function fieldSteps([name, ...rest]: readonly string[], type: string, types: TypeTable): number {
  const object = types.inputs[typeName(type)];
  const field = object?.fields.find(({ wireName }) => wireName === name);
  return field ? 1 + fieldSteps(rest, field.type, types) : 0;
}

/** The way back from `values`: the first text of a value; undefined where none stands for it. */
export function textOfValue(values: readonly ParameterValue[]): (value: unknown) => string | undefined {
  const texts = new Map(values.toReversed().map(({ text, value }) => [writeJson(value), text]));
  return (value) => texts.get(writeJson(value));
}
