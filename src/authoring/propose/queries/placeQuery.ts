import { type GraphQLArgument, getNamedType, isLeafType, isNonNullType } from 'graphql';
import type { Draft, DraftContext } from '../Draft.ts';
import { isPluralNoun, kebabCase, namesNoun, pluralNoun, singularNoun } from '../naming/inflection.ts';
import { camelCase, pascalCase, splitWords, withArticle } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, idOf, isRequired, selectableFields, usableInputs } from '../schema/fields.ts';
import { findKeys, inputObjectOf, keyRank } from '../schema/inputKeys.ts';
import type { Connection } from '../schema/readConnection.ts';

/** Verbs of queries that read objects in a way of their own: matchArtist is `/artists/match`. */
const QUERY_VERBS = new Set([
  'search',
  'match',
  'filter',
  'preview',
  'verify',
  'validate',
  'check',
  'discover',
  'suggest',
]);

/** Where a query is served. */
export interface Placement {
  kind: Draft['kind'];
  noun: readonly string[];
  /** The arguments that are in the path. */
  keys: readonly GraphQLArgument[];
  /** Whether the key is the id of another object, which the field is a part of. */
  isOwnerKey?: boolean;
  /** The noun of the object in the path that the field is in, such as `User` of `User.orders`. */
  owner?: readonly string[];
  /** By the names of the variables of the keys. */
  path(keys: readonly string[]): string;
  otherPaths: readonly string[];
  rank: number;
  names: readonly string[];
  /** The description of a field without one. */
  fallback: string;
}

const PREPOSITION = /^(?:from|to|for|with|of|in|on)$/;
const ITEM_PREFIXES = /^(?:get|fetch|find|find unique|find one|get one|get single|fetch one|load|read)$/;

/** The placement of a field that is one object or one value; `words` are those of its name. */
export function placeItem(field: Field, words: readonly string[], { nouns }: DraftContext): Placement {
  const type = getNamedType(field.type);
  let core = [...words];
  for (const length of [2, 1]) {
    if (core.length > length && ITEM_PREFIXES.test(core.slice(0, length).join(' '))) core = core.slice(length);
  }
  const args = usableInputs(field.args);
  const by = core.lastIndexOf('by');
  // userById(id), users_by_pk(id) and userByEmail(email) are users.
  const isBy = by > 0 && args.some(isRequired);
  const noun = singularNoun(isBy ? core.slice(0, by) : core);
  const typeWords = singularNoun(splitWords(type.name.replace(/(?:Payload|Response|Result)$/, '')));
  const fields = new Set(selectableFields(type).map(({ name }) => name));
  const candidates = [...args, ...uniqueInputs(args)];
  const keys = findKeys(candidates, noun, (name) => fields.has(name)) as GraphQLArgument[];
  const base = { kind: 'item' as const, otherPaths: [] as string[], fallback: `Get one ${noun.join(' ')}.` };
  const owner = nouns.prefixOf(core.slice(0, -1));
  const hasPreposition = core.some((word) => PREPOSITION.test(word));
  const isEntity =
    (noun.join() === typeWords.join() && ((owner.length === 0 && !hasPreposition) || idOf(type) !== undefined)) ||
    (nouns.has(noun) && !nouns.isSingle(noun));
  const item = (rank: number): Placement => {
    const collection = `/${kebabCase(pluralNoun(noun))}`;
    const [parent, ...own] = keys.length > 1 ? placeParent(keys[0]!, noun, nouns) : [];
    const best = keyRank(keys[0]!, noun) ?? 0;
    const byKey = keys.map(({ name }) => kebabCase(splitWords(name))).join('-and-');
    return {
      ...base,
      noun,
      keys,
      path: ([first, ...names]) => {
        const rest = names.map((name) => `/{${name}}`).join('');
        return parent === undefined
          ? `${collection}/{${first}}${rest}`
          : `${parent}/{${first}}/${kebabCase(pluralNoun(own))}${rest}`;
      },
      otherPaths: [`${collection}/by-${byKey}/${keys.map(({ name }) => `{${name}}`).join('/')}`],
      rank: rank + best,
      names: [
        `get${pascalCase(noun)}`,
        `get${pascalCase(noun)}By${keys.map(({ name }) => pascalCase(splitWords(name))).join('And')}`,
      ],
    };
  };
  const [verb = ''] = core;
  const object = core.slice(1);
  const known = nouns.prefixOf(object);
  const isOther = object.some((word) => PREPOSITION.test(word));
  if (
    QUERY_VERBS.has(verb) &&
    object.length > 0 &&
    args.length > 0 &&
    (known.length > 0 || !isOther) &&
    !nouns.has(core)
  ) {
    const subject = known.length > 0 ? known : singularNoun(object);
    return {
      ...base,
      kind: 'single',
      noun: subject,
      keys: [],
      path: () => `/${kebabCase(pluralNoun(subject))}/${kebabCase([verb, ...object.slice(subject.length)])}`,
      rank: 60,
      names: [camelCase(core)],
      fallback: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${withArticle(object)}.`,
    };
  }
  const above = findParentKey(args, { core, noun }, nouns);
  if (above && !isLeafType(type)) {
    return {
      ...base,
      kind: 'single',
      noun: above.owner,
      keys: [above.key],
      isOwnerKey: true,
      path: ([key]) => `/${kebabCase(pluralNoun(above.owner))}/{${key}}/${kebabCase(above.rest)}`,
      rank: 50,
      names: [`get${pascalCase(core)}`],
      fallback: `Get the ${core.join(' ')}.`,
    };
  }
  if (keys.length > 0 && isEntity) return item(0);

  const rest = core.slice(owner.length);
  const ownerPath = `/${kebabCase(nouns.isSingle(owner) ? owner : pluralNoun(owner))}`;
  const ownerKey = owner.length > 0 && rest.length > 0 ? findOwnerKey(args, owner, nouns) : undefined;
  if (ownerKey) {
    return {
      ...base,
      kind: 'single',
      noun: owner,
      keys: [ownerKey],
      isOwnerKey: true,
      path: ([key]) => `${ownerPath}/{${key}}/${kebabCase(rest)}`,
      rank: 50,
      names: [`get${pascalCase(core)}`],
      fallback: `Get the ${core.join(' ')}.`,
    };
  }
  const isItem = keys.length > 0 && args.some(isRequired) && !hasPreposition;
  if (isItem && idOf(type) && owner.length === 0) return item(20);
  if (isItem && nouns.isSingle(owner) && keys[0]!.name === 'id') return item(25);
  if (owner.length > 0 && rest.length > 0 && args.some(isRequired)) {
    return {
      ...base,
      kind: 'single',
      noun: owner,
      keys: [],
      path: () => `${ownerPath}/${kebabCase(rest)}`,
      rank: 60,
      names: [camelCase(core)],
      fallback: `Get the ${core.join(' ')}.`,
    };
  }
  if (isItem && !isLeafType(type) && keyRank(keys[0]!, noun)! < 2) return item(40);
  if (/^find first$/.test(words.slice(0, 2).join(' ')) && words.length > 2) {
    const first = words.slice(2);
    return {
      ...base,
      kind: 'single',
      noun: first,
      keys: [],
      path: () => `/${kebabCase(pluralNoun(first))}/first`,
      rank: 60,
      names: [camelCase(words)],
      fallback: `Get the first ${first.join(' ')}.`,
    };
  }
  return {
    ...base,
    kind: 'single',
    noun: core,
    keys: [],
    path: () => `/${kebabCase(core)}`,
    rank: 30,
    names: [`get${pascalCase(core)}`],
    fallback: core.join() === 'me' ? 'Get the current user.' : `Get the ${core.join(' ')}.`,
  };
}

/** The path of the object that the first of several keys identifies, and what the noun is in it: `/users`, list. */
function placeParent({ name }: GraphQLArgument, noun: readonly string[], nouns: Nouns): string[] {
  const owner = splitWords(name).slice(0, -1);
  if (owner.length === 0 || namesNoun(owner, noun)) return [];
  const isPrefix = owner.length < noun.length && owner.every((word, at) => noun[at] === word);
  if (!nouns.isItem(owner) && !(isPrefix && nouns.has(owner))) return [];
  return [`/${kebabCase(pluralNoun(owner))}`, ...(isPrefix ? noun.slice(owner.length) : noun)];
}

/** The fields of `where: UserWhereUniqueInput!`, by which Prisma reads one object. */
function uniqueInputs(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  const where = args.find(({ name }) => name === 'where');
  const object = where && isNonNullType(where.type) ? inputObjectOf(where) : undefined;
  return object ? (Object.values(object.getFields()) as unknown as GraphQLArgument[]) : [];
}

const LIST_PREFIXES = /^(?:all|list|get|fetch|find|find many|get all|list all|fetch all|query)$/;

/** The placement of a field that is a list; `words` are those of its name. */
export function placeList(
  field: Field,
  { words, connection }: { words: readonly string[]; connection: Connection },
  { nouns }: DraftContext,
): Placement {
  const { item } = connection;
  let core = [...words];
  for (const length of [2, 1]) {
    if (core.length > length && LIST_PREFIXES.test(core.slice(0, length).join(' '))) core = core.slice(length);
  }
  if (core.length > 1 && core.at(-1) === 'list') core = core.slice(0, -1);
  const args = usableInputs(field.args);
  const itemWords = singularNoun(splitWords(item.name));
  const at = core.findIndex((word, index) => index > 0 && (word === 'by' || word === 'for'));
  const head = at > 0 ? core.slice(0, at) : core;
  const isPlural = isPluralNoun(head) || singularNoun(head).join() === itemWords.join() || nouns.has(head);
  const base = {
    kind: 'list' as const,
    otherPaths: [],
    fallback: `List ${(isPlural ? pluralNoun(head) : core).join(' ')}.`,
  };

  // The sessions of a user: userSessions(id).
  const owner = nouns.prefixOf(core.slice(0, -1));
  const rest = core.slice(owner.length);
  const ownerKey = owner.length > 0 && rest.length > 0 ? findOwnerKey(args, owner, nouns) : undefined;
  if (ownerKey) {
    return {
      ...base,
      noun: owner,
      keys: [ownerKey],
      isOwnerKey: true,
      path: ([key]) => `/${kebabCase(pluralNoun(owner))}/{${key}}/${kebabCase(rest)}`,
      rank: 2,
      names: [`list${pascalCase(core)}`],
    };
  }
  const [verb = ''] = core;
  if (QUERY_VERBS.has(verb) && core.length > 1) {
    const noun = core.slice(1);
    return {
      ...base,
      noun,
      keys: [],
      path: () => `/${kebabCase(pluralNoun(noun))}/${verb}`,
      rank: 2,
      names: [`${verb}${pascalCase(pluralNoun(noun))}`],
      fallback: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${pluralNoun(noun).join(' ')}.`,
    };
  }
  const above = findParentKey(args, { core, noun: singularNoun(core) }, nouns);
  // What a query reads by its own id is a collection of its own.
  if (above && isPlural && !nouns.isItem(core)) {
    return {
      ...base,
      noun: above.owner,
      keys: [above.key],
      isOwnerKey: true,
      path: ([key]) => `/${kebabCase(pluralNoun(above.owner))}/{${key}}/${kebabCase(pluralNoun(above.rest))}`,
      rank: 2,
      names: [`list${pascalCase(core)}`],
    };
  }
  if (at > 0 && (nouns.has(head) || singularNoun(head).join() === itemWords.join())) {
    const plural = pluralNoun(head);
    return {
      ...base,
      noun: singularNoun(head),
      keys: [],
      path: () => `/${kebabCase(plural)}/${kebabCase(core.slice(at))}`,
      rank: 2,
      names: [`list${pascalCase([...plural, ...core.slice(at)])}`],
    };
  }
  if (!isPlural && owner.length > 0 && rest.length > 0) {
    return {
      ...base,
      noun: owner,
      keys: [],
      path: () => `/${kebabCase(nouns.isSingle(owner) ? owner : pluralNoun(owner))}/${kebabCase(rest)}`,
      otherPaths: [`/${kebabCase(words)}`],
      rank: 3,
      names: [camelCase(core)],
    };
  }
  const collection = isPlural && at <= 0 ? pluralNoun(core) : core;
  return {
    ...base,
    noun: singularNoun(core),
    keys: [],
    path: () => `/${kebabCase(collection)}`,
    // Of users and allUsers, the first is the more natural.
    rank: (connection.items ? 0 : 1) + (core.length < words.length ? 0.5 : 0),
    names: [core[0] === 'search' ? camelCase(core) : `list${pascalCase(collection)}`],
  };
}

/** The argument that is the key of the object which a field belongs to: the id of userSessions(id). */
function findOwnerKey(
  args: readonly GraphQLArgument[],
  owner: readonly string[],
  nouns: Nouns,
): GraphQLArgument | undefined {
  if (nouns.isSingle(owner)) return undefined;
  return args.find(
    (each) =>
      isRequired(each) &&
      keyRank(each, owner) !== undefined &&
      (each.name === 'id' || namesNoun(splitWords(each.name), owner)),
  );
}

/** The object that a query is about by its only required id, which is not in its name: the artist of priceInsights(artistId). */
function findParentKey(
  args: readonly GraphQLArgument[],
  { core, noun }: { core: readonly string[]; noun: readonly string[] },
  nouns: Nouns,
): { key: GraphQLArgument; owner: string[]; rest: readonly string[] } | undefined {
  const [key, second] = args.filter((each) => isRequired(each) && keyRank(each, noun) !== undefined);
  const words = key ? splitWords(key.name) : [];
  const owner = words.slice(0, -1);
  if (!key || second || words.at(-1) !== 'id' || !nouns.isItem(owner) || namesNoun(words, noun)) return undefined;
  if (core.some((word) => /^(?:by|for)$/.test(word))) return undefined;
  const rest = core.filter((word) => !owner.includes(word));
  return rest.length > 0 ? { key, owner, rest } : undefined;
}
