import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
} from 'graphql';
import type { MockContext } from './MockContext.ts';
import { mockObject } from './MockObject.ts';
import { isErrorField } from './errorTypes.ts';
import { isEntity, keyField, naturalKeys } from './keyFields.ts';
import { findKey } from './mockKeys.ts';
import { fitValue } from './mockLeaf.ts';
import { foldName } from './mockNames.ts';

const OPERATORS = new Set(['eq', 'equals', 'equal', 'is', 'exact', 'iexact', 'value']);
const NEGATIONS = new Set(['not', 'or', 'nor', 'ne', 'neq']);

/**
 * The conditions that the arguments of a field set on the objects that it returns, by the names of their fields: `login` of
 * `user(login: "ada")`, `status` of `orders(where: {status: {_eq: PAID}})`.
 */
export function readFilter(
  inputs: readonly GivenInput[],
  target: GraphQLObjectType,
  context: MockContext,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  collect(inputs, { target, context, found });
  return found;
}

interface Search {
  target: GraphQLObjectType;
  context: MockContext;
  found: Record<string, unknown>;
}

function collect(inputs: readonly GivenInput[], search: Search): void {
  for (const input of inputs) {
    const { name, value, leaf, isList, parts, items } = input;
    if (value === null || NEGATIONS.has(foldName(name))) continue;
    if (leaf) {
      if (!isList) add(name, { value, leaf }, search);
      continue;
    }
    const operand = parts.find((part) => OPERATORS.has(foldName(part.name)));
    if (operand?.leaf && !operand.isList) add(name, { value: operand.value, leaf: operand.leaf }, search);
    else for (const each of [parts, ...items]) collect(each, search);
  }
}

function add(
  name: string,
  { value, leaf }: { value: unknown; leaf: GraphQLLeafType },
  { target, context, found }: Search,
): void {
  const field = findField(target, name) ?? referenceField(target, name);
  if (!field || isErrorField(field) || value === null || isListType(getNullableType(field.type))) return;
  const named = getNamedType(field.type);
  if (!isLeafType(named)) {
    const key = referencedKey({ value, leaf }, context.concrete(named), context);
    if (key !== undefined) found[field.name] ??= mockObject(named.name, key);
    return;
  }
  const fitting = fitValue(value, { from: leaf, to: named }, context.conventions);
  if (fitting !== undefined) found[field.name] ??= fitting;
}

/** The key of the object that an input names: by its id, or by a name such as its slug. */
function referencedKey(
  { value, leaf }: { value: unknown; leaf: GraphQLLeafType },
  target: GraphQLObjectType | undefined,
  context: MockContext,
): string | undefined {
  if (!target || !isEntity(target) || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  if (leaf.name !== 'String') return keyField(target) === undefined ? undefined : String(value);
  const [name] = naturalKeys(target);
  if (name !== undefined) return findKey(target, { [name]: value }, context);
  return keyField(target) === undefined ? undefined : String(value);
}

/** The field that an input is of, by its name; `userId` is the key of a `User`. */
function findField(target: GraphQLObjectType, name: string) {
  const folded = foldName(name);
  const fields = Object.values(target.getFields());
  const own = fields.find((field) => foldName(field.name) === folded);
  if (own) return own;
  const key = keyField(target);
  return key !== undefined && folded === foldName(target.name + key) ? target.getFields()[key] : undefined;
}

/** One argument or input field with the value that a request gives it. */
export interface GivenInput {
  name: string;
  value: unknown;
  /** Of a leaf, or of the items of a list of leaves. */
  leaf: GraphQLLeafType | undefined;
  isList: boolean;
  /** Of an input object; of a list of input objects those of each item. */
  parts: readonly GivenInput[];
  items: readonly (readonly GivenInput[])[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments or input fields that have a value, which may be null. */
export function readInputs(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  values: Readonly<Record<string, unknown>>,
): GivenInput[] {
  return fields
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, type }) => input(name, type, values[name]));
}

function input(name: string, type: GraphQLInputType, value: unknown): GivenInput {
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (!isInputObjectType(named)) return { name, value, leaf: named, isList, parts: [], items: [] };
  const read = (part: unknown) => (isRecord(part) ? readInputs(Object.values(named.getFields()), part) : []);
  return {
    name,
    value,
    leaf: undefined,
    isList,
    parts: isList ? [] : read(value),
    items: isList && Array.isArray(value) ? value.map(read) : [],
  };
}

/** The field with the object that an input names by its id: `author` of `authorId`, `tags` of `tagIds`. */
export function referenceField(target: GraphQLObjectType, name: string) {
  const prefix = /^(.+?)_?ids?$/i.exec(name)?.[1];
  if (prefix === undefined) return undefined;
  const folded = foldName(prefix);
  const find = (wanted: string) => Object.values(target.getFields()).find((field) => foldName(field.name) === wanted);
  return (name.endsWith('s') ? find(`${folded}s`) : undefined) ?? find(folded);
}
