import { getNamedType, parse } from 'graphql';
import { findRestricted } from '../compile/findRestricted.ts';
import type { Draft, Route, Skip } from './Draft.ts';
import type { DraftContext } from './DraftContext.ts';
import { renderMutationArguments } from './renderMutationArguments.ts';
import { type ParsedMutation, parseMutation } from './parseMutation.ts';
import { type Payload, entityOf, readPayload } from './readPayload.ts';
import { camelCase } from './naming/camelCase.ts';
import { kebabCase, pluralNoun, singularNoun } from './naming/nouns.ts';
import { withArticle } from './naming/withArticle.ts';
import { splitWords } from './naming/splitWords.ts';
import { type Field, isLeaf } from './schema/fields.ts';
import { fieldWords } from './schema/fieldWords.ts';
import { findShortNoun } from './schema/findShortNoun.ts';
import { correctOwner } from './schema/correctOwner.ts';
import { allowsAnonymous } from './schema/allowsAnonymous.ts';
import { findTarget, idsOf } from './schema/findTarget.ts';
import { describe } from './text/describe.ts';

/** The POST, PUT, PATCH or DELETE for a root mutation field. */
export function draftMutation(field: Field, context: DraftContext): Draft | Skip {
  const { schema, nouns } = context;
  const words = fieldWords(field);
  const found = entityOf(field.type, nounCandidates(words), schema);
  const entity = found ? singularNoun(splitWords(found.name)) : [];
  const read = parseMutation(words, { nouns, entity, ids: idsOf(field) });
  const named = markMany(read.noun.length > 0 ? read : findShortNoun(read, field, { words, nouns }), field);
  const id = named.noun.length > 0 && !named.isMany ? findTarget(field, named, nouns) : undefined;
  const { parsed, hasId } =
    id && !named.verb ? correctOwner(named, id.input, { words, nouns }) : { parsed: named, hasId: true };
  const target = hasId ? id : undefined;
  const payload = readPayload(
    field.type,
    parsed.part.length > 0 ? [...parsed.noun, ...parsed.part] : parsed.noun,
    context,
  );
  if (!payload) return { reason: `No field of ${getNamedType(field.type).name} can be selected without arguments.` };

  const routes = placeMutation({ parsed, words, id: target?.name, hasInputs: field.args.length > 0 }, context);
  const inputs = renderMutationArguments(field, target, routes[0]!.method);
  if ('reason' in inputs) return inputs;
  const isDelete = routes[0]!.method === 'DELETE';
  const isBodyless = isDelete || payload.isEmpty;
  const noun = parsed.noun;
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
  const isAnonymous = allowsAnonymous(field) && !isRestricted(`${field.name} ${selection}`, payload.uses, context);
  return {
    coordinate: `${schema.getMutationType()!.name}.${field.name}`,
    noun,
    kind: isCreate ? 'create' : parsed.verb ? 'change' : 'action',
    ...(payload.entity && { entity: payload.entity.name }),
    routes: routes.map((route) =>
      withStatus(inputs.body === undefined ? route : { ...route, body: inputs.body }, payload),
    ),
    rank: rankOf(parsed, words),
    names: [...namesOf(parsed, words, target?.name), camelCase(words)],
    description: describe(field, fallbackOf(parsed, words, target !== undefined && parsed === named)),
    inputs,
    field: field.name,
    selection,
    ...(isAnonymous && { isAnonymous }),
    ...(isLeaf(field) && !payload.isEmpty && !isDelete && { keepsName: true }),
    shapes: isBodyless ? payload.uses.filter((name) => payload.emptyText.includes(`...${name}`)) : payload.uses,
    required: payload.required,
  };
}

/** Whether a selection has a field that requires a caller, or a shape of which that is not known here. */
function isRestricted(selection: string, uses: readonly string[], { schema, shapes }: DraftContext): boolean {
  const spread = shapes.closure(uses);
  if (uses.some((name) => !spread.some((each) => each.name === name))) return true;
  const text = [`mutation { ${selection} }`, ...spread.map((each) => each.text)].join('\n');
  return findRestricted(schema, parse(text), () => true) !== undefined;
}

function nounCandidates(words: readonly string[]): string[][] {
  return [words.slice(1), words.slice(0, -1)].filter((each) => each.length > 0).map(singularNoun);
}

/** Several ids, several objects, or a condition: the mutation is about more than one. */
function markMany(parsed: ParsedMutation, field: Field): ParsedMutation {
  if (!parsed.verb || parsed.part.length > 0) return parsed;
  const names = field.args.map(({ name }) => name);
  const isHasura = /^(?:insert|update|delete)_/.test(field.name) && !/_(?:one|by_pk)$/.test(field.name);
  return names.includes('ids') || (isHasura && names.some((name) => name === 'objects' || name === 'where'))
    ? { ...parsed, isMany: true }
    : parsed;
}

function withStatus(route: Route, payload: Payload): Route {
  return route.method === 'DELETE' || payload.isEmpty ? { ...route, status: 204 } : route;
}

interface MutationPlace {
  parsed: ParsedMutation;
  words: readonly string[];
  /** The name of the variable that identifies the object. */
  id: string | undefined;
  hasInputs: boolean;
}

const METHODS = { create: 'POST', update: 'PATCH', replace: 'PUT', delete: 'DELETE' } as const;

/** The routes of a mutation, the natural one first. The last one always has the name of the field. */
function placeMutation({ parsed, words, id, hasInputs }: MutationPlace, { nouns }: DraftContext): Route[] {
  const { verb, word, noun, part, action, isMany } = parsed;
  const post = (path: string): Route => ({ method: 'POST', path });
  const own = post(`/${kebabCase(words)}`);
  if (noun.length === 0) return [own];
  const isSingle = nouns.isSingle(noun) && id === undefined;
  const collection = `/${kebabCase(isSingle ? noun : pluralNoun(noun))}`;
  const item = id === undefined ? collection : `${collection}/{${id}}`;
  if (!verb) return [post(`${item}/${kebabCase(action)}`), own];
  if (isMany) {
    const many = words.find((each) => BULK.has(each)) ?? 'bulk';
    return [post(`${collection}/${kebabCase([many, word, ...part])}`), own];
  }
  const method = METHODS[verb];
  if (verb === 'create') {
    const path =
      part.length === 0
        ? `/${kebabCase(pluralNoun(noun))}`
        : id === undefined
          ? `/${kebabCase(pluralNoun([...noun, ...part]))}`
          : `${item}/${kebabCase(pluralNoun(part))}`;
    return [{ ...post(path), status: 201 }, post(`${item}/${kebabCase([word, ...part])}`), own];
  }
  const actionRoute = post(`${item}/${kebabCase([word, ...part])}`);
  // What identifies a single object may be a secret, which is not for a URL.
  if (id === undefined && verb === 'delete' && hasInputs) return nouns.has(noun) ? [actionRoute, own] : [own];
  if (part.length > 0) {
    const isUnnamed = id === undefined && !isSingle && !(verb === 'delete' && !hasInputs);
    return isUnnamed ? [actionRoute, own] : [{ method, path: `${item}/${kebabCase(part)}` }, actionRoute, own];
  }
  const byKey =
    id === undefined || id === 'id' ? [] : [{ method, path: `${collection}/by-${kebabCase(splitWords(id))}/{${id}}` }];
  const isOne = id === undefined && verb !== 'replace';
  return [{ method, path: isOne ? `/${kebabCase(noun)}` : item }, ...byKey, actionRoute, own];
}

const BULK = new Set(['bulk', 'batch', 'mass']);

const ORDER = ['create', 'update', 'delete', 'replace', 'upsert', 'edit', 'destroy'];

function rankOf({ word, isMany }: ParsedMutation, words: readonly string[]): number {
  const index = ORDER.indexOf(word);
  // Of updateUser and updateUserById, PostGraphile reads the id of Relay in the first.
  const isById = words.slice(-2).join(' ') === 'by id' || words.slice(-2).join(' ') === 'by pk';
  return (index < 0 ? ORDER.length : index) * 4 + (isMany ? 2 : 0) - (isById ? 1 : 0);
}

function namesOf(
  { verb, word, noun, part, isMany, isPlural }: ParsedMutation,
  words: readonly string[],
  key: string | undefined,
): string[] {
  if (!verb || noun.length === 0) return [];
  const whole = [...noun, ...part];
  if (isMany) return [camelCase([words.find((each) => BULK.has(each)) ?? 'bulk', word, ...pluralNoun(whole)])];
  const name = [word, ...(isPlural && part.length > 0 ? pluralNoun(whole) : whole)];
  return [camelCase(name), ...(key === undefined ? [] : [camelCase([...name, 'by', ...splitWords(key)])])];
}

function fallbackOf(
  { verb, noun, part, isMany, action }: ParsedMutation,
  words: readonly string[],
  hasId: boolean,
): string {
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (!verb && hasId) return sentence([action[0], withArticle(noun), ...action.slice(1)].join(' '));
  if (!verb || noun.length === 0) return sentence(words.join(' '));
  const whole = [...noun, ...part];
  if (isMany) return sentence(`${verb} ${pluralNoun(whole).join(' ')}`);
  return sentence(`${verb} ${withArticle(whole)}`);
}
