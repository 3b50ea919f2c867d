// The nouns of a schema, and the words of its fields.
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { isPluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import { type Field, idOf, selectableFields } from './fields.ts';
import { readConnection } from './readConnection.ts';

/** The nouns of a schema: the names of its lists, and of its types with an id. */
export class Nouns {
  readonly #nouns = new Set<string>();
  /** Those of types that queries reach. */
  readonly #types = new Set<string>();
  /** Those with a query of their own. */
  readonly #read = new Set<string>();
  /** Those with a query that reads one by its id. */
  readonly #items = new Set<string>();
  /** Objects that are there once, such as `viewer`. */
  readonly #singles = new Set<string>();

  constructor(schema: GraphQLSchema) {
    const query = schema.getQueryType();
    for (const type of readableTypes(schema)) {
      const isEntity = idOf(type) !== undefined;
      if (isEntity && !/(?:Payload|Edge|Connection|Error|Event|Response|Input)$/.test(type.name)) {
        this.#nouns.add(keyOf(splitWords(type.name)));
        this.#types.add(keyOf(splitWords(type.name)));
      }
    }
    for (const field of Object.values(query?.getFields() ?? {})) {
      const type = getNamedType(field.type);
      const words = fieldWords(field);
      const connection = readConnection(field);
      const isList = connection !== undefined && idOf(connection.item) !== undefined && isPluralNoun(words);
      const isItem = field.args.length > 0 && idOf(type) !== undefined && keyOf(splitWords(type.name)) === keyOf(words);
      if (isList || isItem) {
        this.#nouns.add(keyOf(words));
        if (field.deprecationReason != null) continue;
        this.#read.add(keyOf(words));
        if (isItem && field.args.some(({ name }) => name === 'id')) this.#items.add(keyOf(words));
      } else if (isObjectType(type) && field.args.length === 0) {
        this.#singles.add(words.join(' '));
      }
    }
    for (const noun of changedNouns(Object.values(schema.getMutationType()?.getFields() ?? {}).map(fieldWords)))
      this.#nouns.add(noun);
  }

  has(words: Words): boolean {
    return words.length > 0 && (this.#nouns.has(keyOf(words)) || this.isSingle(words));
  }

  /** Whether the noun is that of a type of objects with an id. */
  isType(words: Words): boolean {
    return this.#types.has(keyOf(words));
  }

  /** Whether queries read objects of the noun. */
  isRead(words: Words): boolean {
    return this.#read.has(keyOf(words));
  }

  /** Whether a query reads one object of the noun by its id. */
  isItem(words: Words): boolean {
    return this.#items.has(keyOf(words));
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

/** What mutations create, update and delete, two of these at least; or create, and begin with: tokenCreate, tokenVerify. */
function changedNouns(mutations: readonly Words[]): string[] {
  const verbs = new Map<string, Set<string>>();
  for (const words of mutations) {
    // createFlag, flagCreate and adminCreateFlag
    const at =
      CHANGES.has(words.at(-1)!) && !CHANGES.has(words[0]!)
        ? words.length - 1
        : words.findIndex((word) => CHANGES.has(word));
    if (at < 0 || words.length === 1) continue;
    const verb = words[at]!;
    const noun = keyOf(words.toSpliced(at, 1));
    if (/ (?:from|to|for|with|in|on) /.test(noun)) continue;
    verbs.set(noun, new Set([...(verbs.get(noun) ?? []), verb]));
  }
  const isFirst = (noun: string) =>
    mutations.some((words) => {
      const length = noun.split(' ').length;
      return words.length > length && !CHANGES.has(words.at(-1)!) && keyOf(words.slice(0, length)) === noun;
    });
  return [...verbs].flatMap(([noun, found]) =>
    found.size > 1 || (found.has('create') && isFirst(noun)) ? [noun] : [],
  );
}

const CHANGES = new Set(['create', 'update', 'delete']);

/** The types that queries can read, however deep. */
function readableTypes(schema: GraphQLSchema): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  const open: (GraphQLNamedType | null | undefined)[] = [schema.getQueryType()];
  for (let type = open.pop(); type; type = open.pop()) {
    if (found.has(type)) continue;
    found.add(type);
    if (isAbstractType(type)) open.push(...schema.getPossibleTypes(type));
    if (isObjectType(type) || isInterfaceType(type)) {
      open.push(...Object.values(type.getFields()).map((field) => getNamedType(field.type)));
    }
  }
  return found;
}

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
    const isObject = selectableFields(type).some((inner) => splitWords(getNamedType(inner.type).name).at(-1) === last);
    return isObject || typeWords.at(-1) === last ? words : plain;
  }
  return words;
}
