// Where queries are served: the path of a field, by its name, its arguments and the nouns of the schema.
import { type GraphQLArgument, getNamedType, isLeafType, isNonNullType } from 'graphql';
import type { Draft, DraftContext } from '../Draft.ts';
import { isPluralNoun, kebabCase, namesNoun, pluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, camelCase, pascalCase, sentence, splitWords, withArticle } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, idOf, isRequired, selectableFields, usableInputs } from '../schema/fields.ts';
import { findKeys, inputObjectOf, keyRank } from '../schema/inputKeys.ts';
import type { Connection } from '../schema/readConnection.ts';

/** Where a query is served. */
export interface Placement {
  kind: Draft['kind'];
  noun: Words;
  /** The arguments that are in the path. */
  keys: readonly GraphQLArgument[];
  /** Whether the key is the id of another object, which the field is a part of. */
  isOwnerKey?: boolean;
  /** The noun of the object in the path that the field is in, such as `User` of `User.orders`. */
  owner?: Words;
  /** By the names of the variables of the keys. */
  path(keys: readonly string[]): string;
  otherPaths: readonly string[];
  rank: number;
  names: readonly string[];
  /** The description of a field without one. */
  fallback: string;
}

const ITEM_PREFIXES = /^(?:get|fetch|find|find unique|find one|get one|get single|fetch one|load|read)$/;
const LIST_PREFIXES = /^(?:all|list|get|fetch|find|find many|get all|list all|fetch all|query)$/;
/** Verbs of queries that read objects in a way of their own: matchArtist is `/artists/match`. */
const QUERY_VERBS = new Set('search match filter preview verify validate check discover suggest'.split(' '));
const PREPOSITION = /^(?:from|to|for|with|of|in|on)$/;

/** The placement of a field that is one object or one value; `words` are those of its name. */
export function placeItem(field: Field, words: Words, { nouns }: DraftContext): Placement {
  const type = getNamedType(field.type);
  const core = withoutPrefix(words, ITEM_PREFIXES);
  const args = usableInputs(field.args);
  const by = core.lastIndexOf('by');
  // userById(id), users_by_pk(id) and userByEmail(email) are users.
  const isBy = by > 0 && args.some(isRequired);
  const noun = singularNoun(isBy ? core.slice(0, by) : core);
  const typeWords = singularNoun(splitWords(type.name.replace(/(?:Payload|Response|Result)$/, '')));
  const fields = new Set(selectableFields(type).map(({ name }) => name));
  const keys = findKeys([...args, ...uniqueInputs(args)], noun, (name) => fields.has(name)) as GraphQLArgument[];
  const owner = nouns.prefixOf(core.slice(0, -1));
  const rest = core.slice(owner.length);
  const hasPreposition = core.some((word) => PREPOSITION.test(word));
  const isEntity =
    (noun.join() === typeWords.join() && ((owner.length === 0 && !hasPreposition) || idOf(type) !== undefined)) ||
    (nouns.has(noun) && !nouns.isSingle(noun));
  const item = (rank: number): Placement => ({
    ...placeByKeys(keys, noun, nouns),
    rank: rank + (keyRank(keys[0]!, noun) ?? 0),
    fallback: `Get one ${noun.join(' ')}.`,
  });
  const single = (about: Words, path: string, rank: number): Placement => ({
    kind: 'single',
    noun: about,
    keys: [],
    path: () => path,
    otherPaths: [],
    rank,
    names: [rank === SINGLE_RANK ? `get${pascalCase(core)}` : camelCase(core)],
    fallback: `Get the ${core.join(' ')}.`,
  });
  const below = (parent: Parent): Placement => ({
    ...single(parent.owner, '', PART_RANK),
    ...placeBelow(parent),
    names: [`get${pascalCase(core)}`],
  });

  const [verb = '', ...object] = core;
  const subject = nouns.prefixOf(object);
  const isAboutObject = subject.length > 0 || !object.some((word) => PREPOSITION.test(word));
  if (QUERY_VERBS.has(verb) && object.length > 0 && args.length > 0 && isAboutObject && !nouns.has(core)) {
    const about = subject.length > 0 ? subject : singularNoun(object);
    const path = `${collectionPath(about)}/${kebabCase([verb, ...object.slice(about.length)])}`;
    return { ...single(about, path, ACTION_RANK), fallback: sentence([verb, withArticle(object)]) };
  }
  const parent = findParent(args, { core, noun }, nouns);
  if (parent && !isLeafType(type)) return below(parent);
  if (keys.length > 0 && isEntity) return item(0);
  const key = rest.length > 0 ? findOwnerKey(args, owner, nouns) : undefined;
  if (key) return below({ key, owner, rest });
  const isItem = keys.length > 0 && args.some(isRequired) && !hasPreposition;
  if (isItem && idOf(type) && owner.length === 0) return item(20);
  if (isItem && nouns.isSingle(owner) && keys[0]!.name === 'id') return item(25);
  if (owner.length > 0 && rest.length > 0 && args.some(isRequired)) {
    return single(owner, `${ownerPath(owner, nouns)}/${kebabCase(rest)}`, ACTION_RANK);
  }
  if (isItem && !isLeafType(type) && keyRank(keys[0]!, noun)! < 2) return item(40);
  if (words.length > 2 && words[0] === 'find' && words[1] === 'first') {
    const about = words.slice(2);
    const place = single(about, `${collectionPath(about)}/first`, ACTION_RANK);
    return { ...place, names: [camelCase(words)], fallback: `Get the first ${about.join(' ')}.` };
  }
  const place = single(core, `/${kebabCase(core)}`, SINGLE_RANK);
  return core.join() === 'me' ? { ...place, fallback: 'Get the current user.' } : place;
}

const SINGLE_RANK = 30;
const PART_RANK = 50;
const ACTION_RANK = 60;

/** The placement of a field that is a list; `words` are those of its name. */
export function placeList(
  field: Field,
  { words, connection }: { words: Words; connection: Connection },
  { nouns }: DraftContext,
): Placement {
  const named = withoutPrefix(words, LIST_PREFIXES);
  const core = named.length > 1 && named.at(-1) === 'list' ? named.slice(0, -1) : named;
  const args = usableInputs(field.args);
  const itemWords = singularNoun(splitWords(connection.item.name));
  const at = core.findIndex((word, index) => index > 0 && (word === 'by' || word === 'for'));
  const head = at > 0 ? core.slice(0, at) : core;
  const isOfItem = nouns.has(head) || singularNoun(head).join() === itemWords.join();
  const isPlural = isOfItem || isPluralNoun(head);
  const list = (noun: Words, path: string, name: string): Placement => ({
    kind: 'list',
    noun,
    keys: [],
    path: () => path,
    otherPaths: [],
    rank: 2,
    names: [name],
    fallback: `List ${(isPlural ? pluralNoun(head) : core).join(' ')}.`,
  });
  const listName = `list${pascalCase(core)}`;

  // The sessions of a user: userSessions(id).
  const owner = nouns.prefixOf(core.slice(0, -1));
  const rest = core.slice(owner.length);
  const key = rest.length > 0 ? findOwnerKey(args, owner, nouns) : undefined;
  if (key) return { ...list(owner, '', listName), ...placeBelow({ key, owner, rest }) };
  const [verb = '', ...object] = core;
  if (QUERY_VERBS.has(verb) && object.length > 0) {
    const place = list(object, `${collectionPath(object)}/${verb}`, camelCase([verb, ...pluralNoun(object)]));
    return { ...place, fallback: sentence([verb, ...pluralNoun(object)]) };
  }
  const parent = findParent(args, { core, noun: singularNoun(core) }, nouns);
  // What a query reads by its own id is a collection of its own.
  if (parent && isPlural && !nouns.isItem(core)) {
    return {
      ...list(parent.owner, '', listName),
      ...placeBelow({ ...parent, rest: pluralNoun(parent.rest) }),
    };
  }
  if (at > 0 && isOfItem) {
    const name = `list${pascalCase([...pluralNoun(head), ...core.slice(at)])}`;
    return list(singularNoun(head), `${collectionPath(head)}/${kebabCase(core.slice(at))}`, name);
  }
  if (!isPlural && owner.length > 0 && rest.length > 0) {
    const place = list(owner, `${ownerPath(owner, nouns)}/${kebabCase(rest)}`, camelCase(core));
    return { ...place, otherPaths: [`/${kebabCase(words)}`], rank: 3 };
  }
  const collection = isPlural && at <= 0 ? pluralNoun(core) : core;
  const name = core[0] === 'search' ? camelCase(core) : `list${pascalCase(collection)}`;
  // Of users and allUsers, the first is the more natural.
  const rank = (connection.items ? 0 : 1) + (core.length < words.length ? 0.5 : 0);
  return { ...list(singularNoun(core), `/${kebabCase(collection)}`, name), rank };
}

/** The words without the longest prefix, unless nothing is left. */
function withoutPrefix(words: Words, prefixes: RegExp): Words {
  const isPrefix = (rest: Words, length: number) =>
    rest.length > length && prefixes.test(rest.slice(0, length).join(' '));
  return [2, 1].reduce((rest, length) => (isPrefix(rest, length) ? rest.slice(length) : rest), words);
}

function collectionPath(noun: Words): string {
  return `/${kebabCase(pluralNoun(noun))}`;
}

function ownerPath(owner: Words, nouns: Nouns): string {
  return nouns.isSingle(owner) ? `/${kebabCase(owner)}` : collectionPath(owner);
}

/** One object by its keys; the first of several may be that of an object that it belongs to. */
function placeByKeys(
  keys: readonly GraphQLArgument[],
  noun: Words,
  nouns: Nouns,
): Pick<Placement, 'kind' | 'noun' | 'keys' | 'path' | 'otherPaths' | 'names'> {
  const placeholders = (names: readonly string[]) => names.map((name) => `/{${name}}`).join('');
  const [parent, ...part] = keys.length > 1 ? placeParent(keys[0]!, noun, nouns) : [];
  const words = keys.map(({ name }) => splitWords(name));
  const byKey = placeholders(keys.map(({ name }) => name));
  const name = `get${pascalCase(noun)}`;
  return {
    kind: 'item',
    noun,
    keys,
    path: ([first, ...names]) =>
      parent === undefined
        ? `${collectionPath(noun)}/{${first}}${placeholders(names)}`
        : `${parent}/{${first}}${collectionPath(part)}${placeholders(names)}`,
    otherPaths: [`${collectionPath(noun)}/by-${words.map(kebabCase).join('-and-')}${byKey}`],
    names: [name, `${name}By${words.map(pascalCase).join('And')}`],
  };
}

/** The path of the object that the first of several keys identifies, and what the noun is in it: `/users`, list. */
function placeParent({ name }: GraphQLArgument, noun: Words, nouns: Nouns): string[] {
  const owner = splitWords(name).slice(0, -1);
  if (owner.length === 0 || namesNoun(owner, noun)) return [];
  const isPrefix = owner.length < noun.length && owner.every((word, at) => noun[at] === word);
  if (!nouns.isItem(owner) && !(isPrefix && nouns.has(owner))) return [];
  return [collectionPath(owner), ...(isPrefix ? noun.slice(owner.length) : noun)];
}

/** The fields of `where: UserWhereUniqueInput!`, by which Prisma reads one object. */
function uniqueInputs(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  const where = args.find(({ name }) => name === 'where');
  const object = where && isNonNullType(where.type) ? inputObjectOf(where) : undefined;
  return object ? (Object.values(object.getFields()) as unknown as GraphQLArgument[]) : [];
}

/** An object that a field belongs to: its key, its noun, and the words of the field without it. */
interface Parent {
  key: GraphQLArgument;
  owner: Words;
  rest: Words;
}

function placeBelow({ key, owner, rest }: Parent): Pick<Placement, 'keys' | 'isOwnerKey' | 'path'> {
  return {
    keys: [key],
    isOwnerKey: true,
    path: ([name]) => `${collectionPath(owner)}/{${name}}/${kebabCase(rest)}`,
  };
}

/** The argument that is the key of the object which a field belongs to: the id of userSessions(id). */
function findOwnerKey(args: readonly GraphQLArgument[], owner: Words, nouns: Nouns): GraphQLArgument | undefined {
  if (owner.length === 0 || nouns.isSingle(owner)) return undefined;
  const isNamed = (name: string) => name === 'id' || namesNoun(splitWords(name), owner);
  return args.find((arg) => isRequired(arg) && keyRank(arg, owner) !== undefined && isNamed(arg.name));
}

/** The object that a query is about by its only required id, which is not in its name: the artist of priceInsights(artistId). */
function findParent(
  args: readonly GraphQLArgument[],
  { core, noun }: { core: Words; noun: Words },
  nouns: Nouns,
): Parent | undefined {
  const [key, second] = args.filter((arg) => isRequired(arg) && keyRank(arg, noun) !== undefined);
  const words = key ? splitWords(key.name) : [];
  const owner = words.slice(0, -1);
  if (!key || second || words.at(-1) !== 'id' || !nouns.isItem(owner) || namesNoun(words, noun)) return undefined;
  if (core.some((word) => /^(?:by|for)$/.test(word))) return undefined;
  const rest = core.filter((word) => !owner.includes(word));
  return rest.length > 0 ? { key, owner, rest } : undefined;
}
