// The endpoint of a mutation: what it is about, its route, its body and its response.
import { type GraphQLArgument, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import type { Draft, DraftContext, Route, Skip } from '../Draft.ts';
import { kebabCase, pluralNoun, singularNoun, spellId } from '../naming/inflection.ts';
import { type Words, camelCase, sentence, splitWords, withArticle } from '../naming/words.ts';
import { readPayload } from '../readPayload.ts';
import { type Nouns, fieldWords } from '../schema/Nouns.ts';
import { type Field, describeField, describeUnselectable, isLeaf, isRequired } from '../schema/fields.ts';
import { findPartKey, findTarget, idsOf } from './findTarget.ts';
import { type ParsedMutation, parseMutation } from './parseMutation.ts';
import { type Subject, readByIds } from './readByIds.ts';
import { renderMutationArguments } from './renderMutationArguments.ts';

const UNCONFIRMED = '# Nothing in the result tells whether this failed: only an error of GraphQL does.\n';

/** The POST, PUT, PATCH or DELETE for a root mutation field. */
export function draftMutation(field: Field, context: DraftContext): Draft | Skip {
  const { schema, nouns } = context;
  const words = fieldWords(field);
  const nounWords = [words.slice(1), words.slice(0, -1)].filter((each) => each.length > 0);
  const found = readPayload(field.type, nounWords.map(singularNoun), context)?.main;
  const entity = found ? singularNoun(splitWords(found.name)) : [];
  const named = markMany(parseMutation(words, { nouns, entity, ids: idsOf(field) }), field);
  const subject = findSubject(field, named, { words, entity, nouns, schema });
  const { parsed, target } = subject;
  const { noun } = parsed;
  const payload = readPayload(field.type, [[...noun, ...parsed.part]], context);
  if (!payload) return { reason: describeUnselectable(getNamedType(field.type)) };

  // The last route has the name of the field.
  const routes: Route[] = [
    ...naturalRoutes(field, subject, { words, nouns }),
    { method: 'POST', path: `/${kebabCase(words)}` },
  ];
  const inputs = renderMutationArguments(field, target, routes[0]!.method);
  if ('reason' in inputs) return inputs;
  const isDelete = routes[0]!.method === 'DELETE';
  const isBodyless = isDelete || payload.isEmpty;
  // orderCreateFromCheckout creates an order.
  const isCreate =
    parsed.verb === 'create'
      ? parsed.part.length === 0 && !parsed.isMany
      : parsed.action[0] === 'create' && !target && payload.entity !== undefined && entity.join() === noun.join();
  // See @error: a Boolean fails if it is false.
  const selection =
    payload.isEmpty && isLeaf(field)
      ? `@error(status: ${isDelete ? 404 : 422})`
      : isBodyless
        ? payload.emptyText
        : payload.text;
  const isUnconfirmed = payload.isEmpty && !selection.includes('@error');
  return {
    coordinate: `${schema.getMutationType()!.name}.${field.name}`,
    noun,
    kind: isCreate ? 'create' : parsed.verb ? 'change' : 'action',
    ...(payload.entity && { entity: payload.entity.name }),
    routes: routes.map((route) => ({
      ...route,
      ...(inputs.body !== undefined && { body: inputs.body }),
      ...((route.method === 'DELETE' || payload.isEmpty) && { status: 204 }),
    })),
    rank: rankOf(parsed, words),
    names: [...namesOf(parsed, words, target?.name), camelCase(words)],
    description: describeField(field, fallbackOf(parsed, words, target !== undefined && parsed === named)),
    inputs,
    field: field.name,
    selection,
    ...(isUnconfirmed && { isUnconfirmed, comment: UNCONFIRMED }),
    ...(isLeaf(field) && !payload.isEmpty && !isDelete && { keepsName: true }),
    shapes: isBodyless ? payload.uses.filter((name) => payload.emptyText.includes(`...${name}`)) : payload.uses,
    required: payload.required,
  };
}

/** What a mutation is about, and the id of it. */
function findSubject(field: Field, named: ParsedMutation, names: Parameters<typeof readByIds>[2]): Subject {
  if (named.isMany) return { parsed: named, target: undefined };
  const [verb = '', ...rest] = names.words;
  // addArtworkToList is about the list.
  const isInto = /^(?:add|remove)$/.test(verb) && rest.some((word) => /^(?:to|from)$/.test(word));
  const id = named.noun.length > 0 ? findTarget(field, named, names.nouns) : undefined;
  const byIds = !id || isInto ? readByIds(field, named, names) : undefined;
  const { parsed, target } = byIds ?? { parsed: named, target: id };
  // A part that is changed or deleted is identified in the path.
  const isChanged = parsed.part.length > 0 && /^(?:update|replace|delete)$/.test(parsed.verb ?? '');
  const part = target && isChanged ? findPartKey(field, target, parsed) : undefined;
  return { parsed, target: target && part ? { ...target, part } : target };
}

/** Several ids, several objects, or a condition: the mutation is about more than one. */
function markMany(parsed: ParsedMutation, { name, args }: Field): ParsedMutation {
  if (!parsed.verb || parsed.part.length > 0) return parsed;
  const isHasura = /^(?:insert|update|delete)_/.test(name) && !/_(?:one|by_pk)$/.test(name);
  const isMany = args.some(
    (arg) =>
      arg.name === 'ids' ||
      (isHasura && arg.name === 'where') ||
      (parsed.isPlural && isRequired(arg) && holdsObjects(arg)),
  );
  return isMany ? { ...parsed, isMany } : parsed;
}

/** Whether an argument is a list of ids or of objects. */
function holdsObjects({ name, type }: GraphQLArgument): boolean {
  return isListType(getNullableType(type)) && (/ids$/i.test(name) || isInputObjectType(getNamedType(type)));
}

const METHODS = { create: 'POST', update: 'PATCH', replace: 'PUT', delete: 'DELETE' } as const;

/** The routes of a mutation by its noun, the natural one first. */
function naturalRoutes(
  { args }: Field,
  { parsed, target }: Subject,
  { words, nouns }: { words: Words; nouns: Nouns },
): Route[] {
  const { verb, word, noun, part, action, isMany, isPlural } = parsed;
  const id = target?.name;
  const post = (path: string): Route => ({ method: 'POST', path });
  if (noun.length === 0) return [];
  const collection = `/${kebabCase(nouns.isSingle(noun) && id === undefined ? noun : pluralNoun(noun))}`;
  const item = id === undefined ? collection : `${collection}/{${id}}`;
  if (!verb) return [post(`${item}/${kebabCase(action)}`)];
  if (isMany) return [post(`${collection}/${kebabCase([bulkWord(words), word, ...part])}`)];
  const method = METHODS[verb];
  const actionRoute = post(`${item}/${kebabCase([word, ...part])}`);
  if (verb === 'create') {
    const isPart = part.length > 0 && id !== undefined;
    const path = isPart ? `${item}/${kebabCase(pluralNoun(part))}` : `/${kebabCase(pluralNoun([...noun, ...part]))}`;
    return [{ ...post(path), status: 201 }, actionRoute];
  }
  // What identifies a single object may be a secret, which is not for a URL.
  if (id === undefined && verb === 'delete' && args.length > 0) return nouns.has(noun) ? [actionRoute] : [];
  if (target?.part) {
    return [{ method, path: `${item}/${kebabCase(pluralNoun(part))}/{${spellId(target.part.name)}}` }, actionRoute];
  }
  // A part without a key of its own is the only one.
  if (part.length > 0) return [{ method, path: `${item}/${kebabCase(part)}` }, actionRoute];
  if (id === undefined && verb !== 'replace') {
    return [{ method, path: `/${kebabCase(isPlural ? pluralNoun(noun) : noun)}` }, actionRoute];
  }
  const byKey =
    id === undefined || id === 'id' ? [] : [{ method, path: `${collection}/by-${kebabCase(splitWords(id))}/{${id}}` }];
  return [{ method, path: item }, ...byKey, actionRoute];
}

function bulkWord(words: Words): string {
  return words.find((word) => /^(?:bulk|batch|mass)$/.test(word)) ?? 'bulk';
}

const ORDER = ['create', 'update', 'delete', 'replace', 'upsert', 'edit', 'destroy'];

function rankOf({ word, isMany }: ParsedMutation, words: Words): number {
  const index = ORDER.indexOf(word);
  // Of updateUser and updateUserById, PostGraphile reads the id of Relay in the first.
  const isById = / by (?:id|pk)$/.test(words.join(' '));
  return (index < 0 ? ORDER.length : index) * 4 + (isMany ? 2 : 0) - (isById ? 1 : 0);
}

function namesOf(
  { verb, word, noun, part, isMany, isPlural }: ParsedMutation,
  words: Words,
  key: string | undefined,
): string[] {
  if (!verb || noun.length === 0) return [];
  const whole = [...noun, ...part];
  if (isMany) return [camelCase([bulkWord(words), word, ...pluralNoun(whole)])];
  const name = [word, ...(isPlural && part.length > 0 ? pluralNoun(whole) : whole)];
  return [camelCase(name), ...(key === undefined ? [] : [camelCase([...name, 'by', ...splitWords(key)])])];
}

function fallbackOf({ verb, noun, part, isMany, action }: ParsedMutation, words: Words, hasId: boolean): string {
  if (!verb && hasId) return sentence([action[0]!, withArticle(noun), ...action.slice(1)]);
  if (!verb || noun.length === 0) return sentence(words);
  const whole = [...noun, ...part];
  if (isMany) return sentence([verb, ...pluralNoun(whole)]);
  return sentence([verb, withArticle(whole)]);
}
