// Where queries are served: the path of a field, by its name, its arguments and the nouns of the schema.
import { type GraphQLArgument, getNamedType, isNonNullType } from 'graphql';
import type { Draft, DraftContext } from '../Draft.ts';
import { isPluralNoun, kebabCase, namesNoun, pluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, camelCase, pascalCase, sentence, splitWords, withArticle } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, idOf, isRequired, selectableFields, usableInputs } from '../schema/fields.ts';
import { findKeys, findOtherKeys, inputObjectOf, keyRank } from '../schema/inputKeys.ts';
import type { Connection } from '../schema/readConnection.ts';

/** Where a query is served. */
export interface Placement extends Pick<Draft, 'kind' | 'noun' | 'rank' | 'names'> {
  /** The arguments that are in the path. */
  keys: readonly GraphQLArgument[];
  /** Whether the key is the id of another object, which the field is a part of. */
  isOwnerKey?: boolean;
  /** The noun of the object in the path that the field is in, such as `User` of `User.orders`. */
  owner?: Words;
  /** By the names of the variables of the keys. */
  path(keys: readonly string[]): string;
  otherPaths: readonly string[];
  /** The description of a field without one. */
  fallback: string;
}

const ITEM_PREFIXES = /^(?:get|fetch|find|find unique|find one|get one|get single|fetch one|load|read)$/;
const LIST_PREFIXES = /^(?:all|list|get|fetch|find|find many|get all|list all|fetch all|query)$/;
/** Verbs of queries that read objects in a way of their own: matchArtist is `/artists/match`. */
const QUERY_VERBS = new Set('search match filter preview verify validate check discover suggest'.split(' '));
const PREPOSITION = /^(?:from|to|for|with|of|in|on)$/;

/** The placement of a field that is one object or one value; `words` are those of its name. */
export function placeItem(field: Field, words: Words, { nouns, takesAnyKey }: DraftContext): Placement {
  const type = getNamedType(field.type);
  const core = withoutPrefix(words, ITEM_PREFIXES);
  const args = usableInputs(field.args);
  const by = core.lastIndexOf('by');
  // userById(id), users_by_pk(id) and userByEmail(email) are users.
  const isBy = by > 0 && args.some(isRequired);
  const noun = singularNoun(isBy ? core.slice(0, by) : core);
  const typeWords = singularNoun(splitWords(type.name.replace(/(?:Payload|Response|Result)$/, '')));
  const fields = new Set(selectableFields(type).map(({ name }) => name));
  const known = findKeys([...args, ...uniqueInputs(args)], noun, (name) => fields.has(name)) as GraphQLArgument[];
  const owner = nouns.prefixOf(core.slice(0, -1));
  const rest = core.slice(owner.length);
  const hasPreposition = core.some((word) => PREPOSITION.test(word));
  const isEntity =
    (noun.join() === typeWords.join() && ((owner.length === 0 && !hasPreposition) || idOf(type) !== undefined)) ||
    (nouns.has(noun) && !nouns.isSingle(noun));
  const keys = known.length > 0 || !isEntity || !takesAnyKey ? known : findOtherKeys(args, (name) => fields.has(name));
  const base = { keys: [], otherPaths: [], fallback: `Get the ${core.join(' ')}.` };
  const action = (about: Words, path: string): Placement => ({
    ...base,
    kind: 'single',
    noun: about,
    path: () => path,
    rank: 60,
    names: [camelCase(core)],
  });

  const [verb = '', ...object] = core;
  const subject = nouns.prefixOf(object);
  const isAboutObject = subject.length > 0 || !object.some((word) => PREPOSITION.test(word));
  if (QUERY_VERBS.has(verb) && object.length > 0 && args.length > 0 && isAboutObject && !nouns.has(core)) {
    const about = subject.length > 0 ? subject : singularNoun(object);
    const path = `${collectionPath(about)}/${kebabCase([verb, ...object.slice(about.length)])}`;
    return { ...action(about, path), fallback: sentence([verb, withArticle(object)]) };
  }
  const isItem = keys.length > 0 && args.some(isRequired) && !hasPreposition;
  const ownerKey = findOwnerKey(args, owner, nouns);
  if (keys.length > 0 && (isEntity || (isItem && !ownerKey && idOf(type) && owner.length === 0))) {
    const rank = keys === known ? (isEntity ? 0 : 20) + (keyRank(keys[0]!, noun) ?? 0) : 19;
    return { ...placeByKeys(keys, noun), rank, fallback: `Get one ${noun.join(' ')}.` };
  }
  const single = { ...base, kind: 'single', noun: core, names: [`get${pascalCase(core)}`] } as const;
  if (ownerKey) return { ...single, ...placeBelow(ownerKey, owner, rest), noun: owner, rank: 50 };
  if (owner.length > 0 && args.some(isRequired)) {
    return action(
      owner,
      `${nouns.isSingle(owner) ? `/${kebabCase(owner)}` : collectionPath(owner)}/${kebabCase(rest)}`,
    );
  }
  const fallback = core.join() === 'me' ? 'Get the current user.' : base.fallback;
  return { ...single, path: () => `/${kebabCase(core)}`, rank: 30, fallback };
}

/** The placement of a field that is a list; `words` are those of its name. */
export function placeList(
  field: Field,
  { words, connection }: { words: Words; connection: Connection },
  { nouns }: DraftContext,
): Placement {
  const core = withoutPrefix(words, LIST_PREFIXES);
  const itemWords = singularNoun(splitWords(connection.item.name));
  const isPlural = nouns.has(core) || singularNoun(core).join() === itemWords.join() || isPluralNoun(core);
  const collection = isPlural ? pluralNoun(core) : core;
  const list: Placement = {
    kind: 'list',
    noun: singularNoun(core),
    keys: [],
    path: () => `/${kebabCase(collection)}`,
    otherPaths: [],
    // Of users and allUsers, the first is the more natural.
    rank: (connection.items ? 0 : 1) + (core.length < words.length ? 0.5 : 0),
    names: [core[0] === 'search' ? camelCase(core) : `list${pascalCase(collection)}`],
    fallback: `List ${collection.join(' ')}.`,
  };
  // The sessions of a user: userSessions(id).
  const owner = nouns.prefixOf(core.slice(0, -1));
  const key = findOwnerKey(usableInputs(field.args), owner, nouns);
  if (key) return { ...list, ...placeBelow(key, owner, core.slice(owner.length)), noun: owner, rank: 2 };
  const [verb = '', ...object] = core;
  if (!QUERY_VERBS.has(verb) || object.length === 0) return list;
  const phrase = [verb, ...pluralNoun(object)];
  const path = `${collectionPath(object)}/${verb}`;
  return { ...list, noun: object, path: () => path, rank: 2, names: [camelCase(phrase)], fallback: sentence(phrase) };
}

/** The words without the longest prefix, unless nothing is left. */
function withoutPrefix(words: Words, prefixes: RegExp): Words {
  const isPrefix = (length: number) => words.length > length && prefixes.test(words.slice(0, length).join(' '));
  return words.slice([2, 1].find(isPrefix) ?? 0);
}

function collectionPath(noun: Words): string {
  return `/${kebabCase(pluralNoun(noun))}`;
}

/** One object by its keys. */
function placeByKeys(
  keys: readonly GraphQLArgument[],
  noun: Words,
): Pick<Placement, 'kind' | 'noun' | 'keys' | 'path' | 'otherPaths' | 'names'> {
  const pathOf = (names: readonly string[]) => names.map((name) => `/{${name}}`).join('');
  const words = keys.map(({ name }) => splitWords(name));
  const name = `get${pascalCase(noun)}`;
  return {
    kind: 'item',
    noun,
    keys,
    path: (names) => collectionPath(noun) + pathOf(names),
    otherPaths: [
      `${collectionPath(noun)}/by-${words.map(kebabCase).join('-and-')}${pathOf(keys.map((key) => key.name))}`,
    ],
    names: [name, `${name}By${words.map(pascalCase).join('And')}`],
  };
}

/** The fields of `where: UserWhereUniqueInput!`, by which Prisma reads one object. */
function uniqueInputs(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  const where = args.find(({ name }) => name === 'where');
  const object = where && isNonNullType(where.type) ? inputObjectOf(where) : undefined;
  return object ? (Object.values(object.getFields()) as unknown as GraphQLArgument[]) : [];
}

/** A field that belongs to the object of a key. */
function placeBelow(key: GraphQLArgument, owner: Words, rest: Words): Pick<Placement, 'keys' | 'isOwnerKey' | 'path'> {
  const path = ([name]: readonly string[]) => `${collectionPath(owner)}/{${name}}/${kebabCase(rest)}`;
  return { keys: [key], isOwnerKey: true, path };
}

/** The argument that is the key of the object which a field belongs to: the id of userSessions(id). */
function findOwnerKey(args: readonly GraphQLArgument[], owner: Words, nouns: Nouns): GraphQLArgument | undefined {
  if (owner.length === 0 || nouns.isSingle(owner)) return undefined;
  const isNamed = (name: string) => name === 'id' || namesNoun(splitWords(name), owner);
  return args.find((arg) => isRequired(arg) && keyRank(arg, owner) !== undefined && isNamed(arg.name));
}
