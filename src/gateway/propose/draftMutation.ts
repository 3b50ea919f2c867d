import { getNamedType } from 'graphql';
import type { Draft, Route, Skip } from './Draft.ts';
import type { DraftContext } from './draftQuery.ts';
import { spellMutation } from './spellMutation.ts';
import { type ParsedMutation, parseMutation } from './parseMutation.ts';
import { type Payload, entityOf, readPayload } from './readPayload.ts';
import { camelCase } from './naming/camelCase.ts';
import { kebabCase, pluralNoun, singularNoun } from './naming/nouns.ts';
import { splitWords } from './naming/splitWords.ts';
import type { Field } from './schema/fields.ts';
import { findTarget } from './schema/findTarget.ts';
import { describe } from './text/describe.ts';

/** The POST, PUT, PATCH or DELETE for a root mutation field. */
export function draftMutation(field: Field, context: DraftContext): Draft | Skip {
  const { schema, nouns } = context;
  const words = splitWords(field.name);
  const found = entityOf(field.type, nounCandidates(words), schema);
  const entity = found ? singularNoun(splitWords(found.name)) : [];
  const parsed = markMany(parseMutation(words, nouns, entity), field);
  const payload = readPayload(
    field.type,
    parsed.part.length > 0 ? [...parsed.noun, ...parsed.part] : parsed.noun,
    context,
  );
  if (!payload) return { reason: `Nothing of ${getNamedType(field.type).name} can be selected without arguments.` };

  const target = parsed.noun.length > 0 && !parsed.isMany ? findTarget(field, parsed) : undefined;
  const routes = placeMutation(parsed, words, target !== undefined, context);
  const inputs = spellMutation(field, target, routes[0]!.method);
  if ('reason' in inputs) return inputs;
  const isDelete = routes[0]!.method === 'DELETE';
  const isBodyless = isDelete || payload.isEmpty;
  const noun = parsed.noun;
  return {
    coordinate: `${schema.getMutationType()!.name}.${field.name}`,
    noun,
    kind:
      parsed.verb === 'create' && parsed.part.length === 0 && !parsed.isMany
        ? 'create'
        : parsed.verb
          ? 'change'
          : 'action',
    routes: routes.map((route) => finish(inputs.body === undefined ? route : { ...route, body: inputs.body }, payload)),
    rank: rankOf(parsed, words),
    names: [...namesOf(parsed), camelCase(words)],
    description: describe(field, fallbackOf(parsed, words)),
    inputs,
    field: field.name,
    selection: isBodyless ? payload.emptyText : payload.text,
    shapes: isBodyless ? [] : payload.uses,
    required: payload.required,
  };
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

function finish(route: Route, payload: Payload): Route {
  return route.method === 'DELETE' || payload.isEmpty ? { ...route, status: 204 } : route;
}

function placeMutation(
  parsed: ParsedMutation,
  words: readonly string[],
  hasId: boolean,
  { nouns }: DraftContext,
): Route[] {
  const { verb, word, noun, part, action, isMany } = parsed;
  const own: Route = { method: 'POST', path: `/${kebabCase(words)}` };
  if (noun.length === 0) return [own];
  const isSingle = nouns.isSingle(noun) && !hasId;
  const collection = `/${kebabCase(isSingle ? noun : pluralNoun(noun))}`;
  const post = (path: string): Route => ({ method: 'POST', path });
  if (!verb) {
    const path = hasId ? `${collection}/{id}/${kebabCase(action)}` : `${collection}/${kebabCase(action)}`;
    return [post(path), own];
  }
  const many = words.find((each) => ['bulk', 'batch', 'mass'].includes(each)) ?? 'bulk';
  if (isMany) return [post(`${collection}/${many}-${word}${part.length > 0 ? `-${kebabCase(part)}` : ''}`), own];
  const method = { create: 'POST', update: 'PATCH', replace: 'PUT', delete: 'DELETE' } as const;
  if (part.length > 0) {
    const name = verb === 'create' ? kebabCase(pluralNoun(part)) : kebabCase(part);
    if (hasId) {
      const path = `${collection}/{id}/${name}`;
      return [
        { method: method[verb], path, ...(verb === 'create' && { status: 201 }) },
        post(`${collection}/{id}/${word}-${kebabCase(part)}`),
        own,
      ];
    }
    if (isSingle && verb !== 'create') return [{ method: method[verb], path: `${collection}/${kebabCase(part)}` }, own];
    if (verb === 'create') return [{ ...post(`/${kebabCase(pluralNoun([...noun, ...part]))}`), status: 201 }, own];
    return [post(`${collection}/${word}-${kebabCase(part)}`), own];
  }
  if (verb === 'create') {
    return [{ ...post(`/${kebabCase(pluralNoun(noun))}`), status: 201 }, post(`${collection}/${word}`), own];
  }
  if (hasId) {
    return [{ method: method[verb], path: `${collection}/{id}` }, post(`${collection}/{id}/${word}`), own];
  }
  const single = `/${kebabCase(noun)}`;
  return [{ method: verb === 'delete' ? 'DELETE' : method[verb], path: single }, post(`${collection}/${word}`), own];
}

const ORDER = ['create', 'update', 'delete', 'replace', 'upsert', 'edit', 'destroy'];

function rankOf({ word, isMany }: ParsedMutation, words: readonly string[]): number {
  const index = ORDER.indexOf(word);
  // Of updateUser and updateUserById, PostGraphile reads the id of Relay in the first.
  const isById = words.slice(-2).join(' ') === 'by id' || words.slice(-2).join(' ') === 'by pk';
  return (index < 0 ? ORDER.length : index) * 4 + (isMany ? 2 : 0) + (isById ? -1 : 0);
}

function namesOf({ verb, word, noun, part, isMany, isPlural }: ParsedMutation): string[] {
  if (!verb || noun.length === 0) return [];
  const whole = [...noun, ...part];
  if (isMany) return [camelCase(['bulk', word, ...pluralNoun(whole)])];
  return [camelCase([word, ...(isPlural && part.length > 0 ? pluralNoun(whole) : whole)])];
}

function fallbackOf({ verb, noun, part, isMany }: ParsedMutation, words: readonly string[]): string {
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (!verb || noun.length === 0) return sentence(words.join(' '));
  const whole = [...noun, ...part];
  if (isMany) return sentence(`${verb} ${pluralNoun(whole).join(' ')}`);
  const article = verb === 'create' ? (/^[aeiou]/.test(whole[0]!) ? 'an' : 'a') : 'the';
  return sentence(
    `${verb} ${verb === 'create' ? article : /^[aeiou]/.test(whole[0]!) ? 'an' : 'a'} ${whole.join(' ')}`,
  );
}
