import {
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isUnionType,
} from 'graphql';
import type { Draft, Route, Skip } from './Draft.ts';
import { InputSpeller, inputObjectOf } from './InputSpeller.ts';
import type { Selection, ShapeLibrary } from './ShapeLibrary.ts';
import { camelCase } from './naming/camelCase.ts';
import { isPlural } from './naming/inflect.ts';
import { kebabCase, namesNoun, pluralNoun, singularNoun } from './naming/nouns.ts';
import { isErrorType, readPayload } from './readPayload.ts';
import { splitWords } from './naming/splitWords.ts';
import type { Nouns } from './schema/Nouns.ts';
import { type Field, idOf, isLeaf, isRequired, openInputs, selectableFields } from './schema/fields.ts';
import { findKeys, keyRank } from './schema/keys.ts';
import { type Connection, readConnection } from './schema/readConnection.ts';
import { describe } from './text/describe.ts';
import type { Place } from './Place.ts';
import { spellQuery } from './spellQuery.ts';

/** What drafts of one schema have in common. */
export interface DraftContext {
  schema: GraphQLSchema;
  nouns: Nouns;
  shapes: ShapeLibrary;
  /** The query parameters that pages have. */
  pageParameters: ReadonlySet<string>;
}

/** A query field with its words and its type, once they are understood. */
interface Reading {
  field: Field;
  words: readonly string[];
  connection?: Connection;
}

/** The GET for a root query field. */
export function draftQuery(field: Field, context: DraftContext): Draft | Skip {
  const { schema, shapes } = context;
  const type = getNamedType(field.type);
  if (type === schema.getQueryType()) return { reason: 'It is the query type itself, which Relay 1 needs.' };
  if (/^nodes?$/.test(field.name) && isAbstractType(type)) {
    return { reason: 'Relay reads objects of every type by it; a REST API has a path for each type.' };
  }
  if (/(?:^|_)aggregate|^groupBy/.test(field.name)) {
    return { reason: 'It aggregates objects, which has no common form in REST.' };
  }
  if (field.name === 'nodeId' && isLeafType(type))
    return { reason: 'It is the id of the query type itself, for Relay.' };
  const words = splitWords(field.name);
  const connection = readConnection(field);
  const place = connection ? placeList({ field, words, connection }, context) : placeItem({ field, words }, context);

  const speller = new InputSpeller(connection?.styles.length ? context.pageParameters : new Set());
  const inputs = spellQuery(field, place, connection, speller);
  if ('reason' in inputs) return inputs;

  const item = connection?.item ?? type;
  const hasErrors = isUnionType(type) && type.getTypes().some(isErrorType);
  const payload = hasErrors ? readPayload(field.type, place.noun, context) : undefined;
  const selection = isLeafType(item) ? { text: '', uses: [], required: [] } : (payload ?? shapes.select(item));
  if (!selection) return { reason: `Nothing of ${item.name} can be selected without arguments.` };
  const isPaged = connection !== undefined && connection.styles.length > 0;
  const path = place.path(place.keys.map((key) => inputs.keys.get(key.name)!));
  const routes: Route[] = [path, ...place.otherPaths].map((each) => ({ method: 'GET', path: each }));
  return {
    coordinate: `${schema.getQueryType()!.name}.${field.name}`,
    noun: place.noun,
    kind: place.kind,
    routes,
    rank: place.rank,
    names: [...place.names, camelCase(words)],
    ...(!connection && { entity: payload?.entity?.name ?? type.name }),
    description: describe(field, place.fallback),
    inputs: { arguments: inputs.arguments, variables: speller.variables },
    comment: inputs.comment,
    field: field.name,
    selection: connection ? listText(connection, selection.text) : selection.text,
    ...(isPaged && { connection }),
    ...(!connection && isLeaf(field) && { keepsName: true }),
    shapes: selection.uses,
    required: selection.required,
  };
}

/** The directive of a list, and what is selected in it; undefined where nothing can be. */
export function selectItems(connection: Connection, { shapes }: DraftContext): Selection | undefined {
  const isLeafList = isLeafType(connection.item);
  const selection = isLeafList ? { text: '', uses: [], required: [] } : shapes.select(connection.item);
  return selection && { ...selection, text: listText(connection, selection.text) };
}

function listText(connection: Connection, selection: string): string {
  const directive = connection.styles.length > 0 ? '@paginate' : connection.items ? '@unwrap' : '';
  return `${directive} ${connection.items ? itemsText(connection, selection) : selection}`.trim();
}

function itemsText({ items, names }: Connection, selection: string): string {
  if (items === 'edges') return `{ ${names.edges ?? 'edges'} @unwrap { node ${selection} } }`;
  const [...path] = (names.nodes ?? 'nodes').split('.');
  return `{ ${path.join(' { ')} ${selection} ${'}'.repeat(path.length - 1)} }`;
}

const LIST_PREFIXES = /^(?:all|list|get|fetch|find|find many|get all|list all|fetch all|query)$/;
const LIST_SUFFIXES = new Set(['connection', 'list']);

function placeList({ field, words, connection }: Reading, { nouns }: DraftContext): Place {
  const item = connection!.item;
  let core = [...words];
  for (const length of [2, 1]) {
    if (core.length > length && LIST_PREFIXES.test(core.slice(0, length).join(' '))) core = core.slice(length);
  }
  if (core.length > 1 && LIST_SUFFIXES.has(core.at(-1)!)) core = core.slice(0, -1);
  const args = openInputs(field.args);
  const itemWords = singularNoun(splitWords(item.name));
  const at = core.findIndex((word, index) => index > 0 && (word === 'by' || word === 'for'));
  const head = at > 0 ? core.slice(0, at) : core;
  const isPluralNoun = isPlural(head.at(-1)!) || singularNoun(head).join() === itemWords.join() || nouns.has(head);
  const base = {
    kind: 'list' as const,
    otherPaths: [],
    fallback: `List ${(isPluralNoun ? pluralNoun(head) : core).join(' ')}.`,
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
      names: [`list${pascal(core)}`],
    };
  }
  if (core[0] === 'search' && core.length > 1) {
    const noun = core.slice(1);
    return {
      ...base,
      noun,
      keys: [],
      path: () => `/${kebabCase(pluralNoun(noun))}/search`,
      rank: 2,
      names: [`search${pascal(pluralNoun(noun))}`],
      fallback: `Search ${pluralNoun(noun).join(' ')}.`,
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
      names: [`list${pascal([...plural, ...core.slice(at)])}`],
    };
  }
  if (!isPluralNoun && owner.length > 0 && rest.length > 0) {
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
  const collection = isPluralNoun && at <= 0 ? pluralNoun(core) : core;
  return {
    ...base,
    noun: singularNoun(core),
    keys: [],
    path: () => `/${kebabCase(collection)}`,
    // Of users and allUsers, the first is the more natural.
    rank: (connection!.items ? 0 : 1) + (core.length < words.length ? 0.5 : 0),
    names: [core[0] === 'search' ? camelCase(core) : `list${pascal(collection)}`],
  };
}

const ITEM_PREFIXES = /^(?:get|fetch|find|find unique|find one|get one|get single|fetch one|load|read)$/;

function placeItem({ field, words }: Reading, { nouns }: DraftContext): Place {
  const type = getNamedType(field.type);
  let core = [...words];
  for (const length of [2, 1]) {
    if (core.length > length && ITEM_PREFIXES.test(core.slice(0, length).join(' '))) core = core.slice(length);
  }
  const args = openInputs(field.args);
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
  const hasPreposition = core.some((word) => /^(?:from|to|for|with|of|in|on)$/.test(word));
  const isEntity =
    (noun.join() === typeWords.join() && ((owner.length === 0 && !hasPreposition) || idOf(type) !== undefined)) ||
    (nouns.has(noun) && !nouns.isSingle(noun));
  const item = (rank: number): Place => {
    const collection = `/${kebabCase(pluralNoun(noun))}`;
    const best = keyRank(keys[0]!, noun) ?? 0;
    const byKey = keys.map(({ name }) => kebabCase(splitWords(name))).join('-and-');
    return {
      ...base,
      noun,
      keys,
      path: (names) => `${collection}/${names.map((name) => `{${name}}`).join('/')}`,
      otherPaths: [`${collection}/by-${byKey}/${keys.map(({ name }) => `{${name}}`).join('/')}`],
      rank: rank + best,
      names: [
        `get${pascal(noun)}`,
        `get${pascal(noun)}By${keys.map(({ name }) => pascal(splitWords(name))).join('And')}`,
      ],
    };
  };
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
      names: [`get${pascal(core)}`],
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
    names: [`get${pascal(core)}`],
    fallback: core.join() === 'me' ? 'Get the current user.' : `Get the ${core.join(' ')}.`,
  };
}

/** The fields of `where: UserWhereUniqueInput!`, by which Prisma reads one object. */
function uniqueInputs(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  const where = args.find(({ name }) => name === 'where');
  const object = where && isNonNullType(where.type) ? inputObjectOf(where) : undefined;
  return object ? (Object.values(object.getFields()) as unknown as GraphQLArgument[]) : [];
}

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

function pascal(words: readonly string[]): string {
  const name = camelCase(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
