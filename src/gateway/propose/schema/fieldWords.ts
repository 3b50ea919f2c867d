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
  const [last, plain] = [words.at(-1), words.slice(0, -1)];
  const type = getNamedType(field.type);
  const typeWords = splitWords(type.name);
  if (plain.length > 0 && last === 'connection') {
    const isOfType = plain.every((word, at) => typeWords[at] === word) && !typeWords.includes(last);
    return readConnection(field) || isOfType ? plain : words;
  }
  if (plain.length > 1 && last === 'mutation') {
    const isObject = selectableFields(type).some((each) => splitWords(getNamedType(each.type).name).at(-1) === last);
    return isObject || typeWords.at(-1) === last ? words : plain;
  }
  return words;
}
