// What the mock data reads from types and names: what identifies an object (a key, which is the value of its id, or of a field such as
// `slug`), and what says that something failed, which mock data never does.
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { hashText } from '../../gateway/plan/conventions/sampleTexts.ts';

/** How many objects of each type a list goes through. */
export const LIST_LENGTH = 50;

const KEY_FIELDS = 'id _id uuid pk slug login username handle number key sku code email'.split(' ');
/** Not so `userOrError`, which is the result of a mutation. */
const ERROR_NAME = /((?<!Or)[Ee]rrors?|[Nn]ot[Ff]ound|[Dd]enied|[Ff]orbidden|[Uu]nauthorized)$/;
/** What can also be an object of the API, with an id. */
const PROBLEM_NAME = /(failures?|problems?|violations?|exceptions?)$/i;

/** The fields that identify the objects of a type; the first holds their key. None: objects are parts of others. */
export function keyFields(type: GraphQLNamedType): string[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = type.getFields();
  return KEY_FIELDS.filter((name) => fields[name] && isScalarType(getNullableType(fields[name].type)));
}

/** Whether objects of the type are found by themselves, and not only as a part of another object. */
export function isEntity(type: GraphQLNamedType): boolean {
  return keyFields(type).length > 0;
}

export function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/** Whether a value of the field says that something failed. */
export function isErrorField({ name, type }: { name: string; type: GraphQLOutputType }): boolean {
  const named = getNamedType(type);
  return isErrorName(name, named) || isErrorType(named);
}

/** The types without those of errors; all of them where there are no others. */
export function withoutErrors(types: readonly GraphQLObjectType[]): readonly GraphQLObjectType[] {
  const others = types.filter((type) => !isErrorType(type));
  return others.length > 0 ? others : types;
}

/** The number behind a key: 7 of `7`, of `article-7`, of `price.7` and of the UUID with this number; any other for other keys. */
export function indexOfKey(key: string): number {
  const digits = /(\d{1,9})\D*$/.exec(key)?.[1];
  return digits === undefined ? 1 + (hashText(key) % LIST_LENGTH) : Number(digits);
}

/** A name without case and underscores, so that `user_id` is `userId`. */
export function foldName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Whether objects of the type are errors, by its name or that of an interface. */
function isErrorType(type: GraphQLNamedType): boolean {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  return [type, ...interfaces].some(({ name }) => isErrorName(name, type));
}

function isErrorName(name: string, type: GraphQLNamedType): boolean {
  return ERROR_NAME.test(name) || (PROBLEM_NAME.test(name) && !('getFields' in type && 'id' in type.getFields()));
}
