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
