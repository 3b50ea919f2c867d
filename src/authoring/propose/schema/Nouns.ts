// The nouns of a schema, and the words of its fields.
import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { isPluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import { type Field, fieldsOf, idOf } from './fields.ts';
import { readConnection } from './readConnection.ts';

/** The nouns of a schema: the names of its lists, and of its types with an id. */
export class Nouns {
  readonly #nouns = new Set<string>();
  /** Objects that are there once, such as `viewer`. */
  readonly #singles = new Set<string>();

  constructor(schema: GraphQLSchema) {
    const isNoun = ({ name }: GraphQLNamedType) =>
      !/(?:Payload|Edge|Connection|Error|Event|Response|Input)$/.test(name);
    for (const type of Object.values(schema.getTypeMap())) {
      if (idOf(type) && isNoun(type)) this.#nouns.add(keyOf(splitWords(type.name)));
    }
    for (const field of fieldsOf(schema.getQueryType())) {
      const type = getNamedType(field.type);
      const words = fieldWords(field);
      const connection = readConnection(field);
      const isList = connection !== undefined && idOf(connection.item) !== undefined && isPluralNoun(words);
      const isItem = field.args.length > 0 && idOf(type) !== undefined && keyOf(splitWords(type.name)) === keyOf(words);
      if (isList || isItem) this.#nouns.add(keyOf(words));
      else if (isObjectType(type) && field.args.length === 0) this.#singles.add(words.join(' '));
    }
  }

  has(words: Words): boolean {
    return words.length > 0 && (this.#nouns.has(keyOf(words)) || this.isSingle(words));
  }

  isSingle(words: Words): boolean {
    return this.#singles.has(words.join(' '));
  }

  /** The longest noun that the words begin with; empty where there is none. */
  prefixOf(words: Words): string[] {
    for (let length = words.length; length > 0; length--) {
      const prefix = words.slice(0, length);
      if (this.has(prefix)) return this.isSingle(prefix) ? prefix : singularNoun(prefix);
    }
    return [];
  }
}

function keyOf(words: Words): string {
  return singularNoun(words).join(' ');
}

/**
 * The words of the name of a field, without what GraphQL adds to it: those of `usersConnection` are users, and those of
 * `createUserMutation` create, user.
 */
export function fieldWords(field: Field): string[] {
  const words = splitWords(field.name);
  const last = words.at(-1);
  const isAdded = words.length > 1 && (last === 'mutation' || (last === 'connection' && readConnection(field)));
  return isAdded ? words.slice(0, -1) : words;
}
