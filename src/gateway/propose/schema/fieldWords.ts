import { getNamedType } from 'graphql';
import { splitWords } from '../naming/splitWords.ts';
import { type Field, selectableFields } from './fields.ts';
import { readConnection } from './readConnection.ts';

/**
 * The words of the name of a field, without what GraphQL adds to it: those of `usersConnection` are users, and those of
 * `createUserMutation` create, user. What an object of the schema is called stays: `ssoConnection(id): SsoConnection`.
 */
export function fieldWords(field: Field): string[] {
  const words = splitWords(field.name);
  const last = words.at(-1);
  const type = getNamedType(field.type);
  const isOwn = (name: string) => splitWords(name).at(-1) === last;
  if (words.length > 1 && last === 'connection') {
    return isOwn(type.name) && !readConnection(field) ? words : words.slice(0, -1);
  }
  if (words.length > 2 && last === 'mutation') {
    const types = [type, ...selectableFields(type).map((each) => getNamedType(each.type))];
    return types.some(({ name }) => isOwn(name)) ? words : words.slice(0, -1);
  }
  return words;
}
