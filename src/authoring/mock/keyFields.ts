import { type GraphQLNamedType, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';

const KEY_FIELDS = ['id', '_id', 'uuid', 'pk'];
const NATURAL_KEYS = ['slug', 'login', 'username', 'handle', 'number', 'key', 'sku', 'code', 'email'];

/** The field that holds the key of the objects of a type; undefined where there is none. */
export function keyField(type: GraphQLNamedType): string | undefined {
  if (!('getFields' in type)) return undefined;
  const fields = type.getFields();
  return KEY_FIELDS.find((name) => fields[name] && isLeafType(getNamedType(fields[name].type)));
}

/** The fields of a type without a key field that identify its objects, such as `slug`. */
export function naturalKeys(type: GraphQLObjectType): string[] {
  const fields = type.getFields();
  return NATURAL_KEYS.filter((name) => fields[name] && isLeafType(getNamedType(fields[name].type)));
}

/** Whether objects of the type are found by themselves, and not only as a part of another object. */
export function isEntity(type: GraphQLNamedType): boolean {
  if (keyField(type) !== undefined) return true;
  return isObjectType(type) && naturalKeys(type).length > 0;
}

/** How many objects of each type a list goes through. */
export const LIST_LENGTH = 50;

const UUID_PREFIX = '00000000-0000-4000-8000-';

/** The key of an object as a UUID. */
export function uuidOf(index: number): string {
  return `${UUID_PREFIX}${String(index).padStart(12, '0')}`;
}

/** The number behind a key: 7 of `7`, of `7.price` and of the UUID with this number; one of the list for any other key. */
export function indexOfKey(key: string): number {
  const digits = /^\d{1,9}(?=$|\.)/.exec(key)?.[0];
  if (digits !== undefined) return Number(digits);
  if (key.startsWith(UUID_PREFIX)) return Number(key.slice(UUID_PREFIX.length)) || 0;
  return 1 + (hashText(key) % LIST_LENGTH);
}

/** A number from 0 to 2^32-1 that depends on the text alone (FNV-1a, with the finalizer of MurmurHash3). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
