import { type GraphQLSchema, getNamedType, getNullableType, isInputObjectType, isListType, parse } from 'graphql';
import { requiresCaller } from '../../../gateway/compile/endpoint/compileAccess.ts';
import type { Draft, DraftContext, Route, Skip } from '../Draft.ts';
import { kebabCase, pluralNoun, singularNoun, spellId } from '../naming/inflection.ts';
import { camelCase, splitWords, withArticle } from '../naming/words.ts';
import { type Payload, entityOf, readPayload } from '../readPayload.ts';
import { type Nouns, fieldWords } from '../schema/Nouns.ts';
import {
  type Field,
  RESTRICTED,
  describeField,
  describeUnselectable,
  isLeaf,
  isRequired,
  selectableFields,
  usableInputs,
} from '../schema/fields.ts';
import { inputObjectOf } from '../schema/inputKeys.ts';
import { correctOwner, findShortNoun } from './describedOwners.ts';
import { type Target, findPartKey, findTarget, idsOf, namedIds, plainId } from './findTarget.ts';
import { PREPOSITIONS, type ParsedMutation, parseMutation } from './parseMutation.ts';
import { readByIds } from './readByIds.ts';
import { renderMutationArguments } from './renderMutationArguments.ts';

const UNCONFIRMED = '# Nothing in the result tells whether this failed: only an error of GraphQL does.\n';

/** The POST, PUT, PATCH or DELETE for a root mutation field. */
export function draftMutation(field: Field, context: DraftContext): Draft | Skip {
  const { schema, nouns } = context;
  // What the caller has is below what queries call me.
  const words = fieldWords(field).map((word) => (word === 'my' && nouns.isSingle(['me']) ? 'me' : word));
  const found = entityOf(field.type, nounCandidates(words), schema);
  const entity = found ? singularNoun(entityWords(found.name)) : [];
  const read = parseMutation(words, {
    nouns,
    entity,
    ids: idsOf(field),
    innerIds: namedIds(field).map(({ noun }) => noun),
    hasId: plainId(field) !== undefined,
  });
  const named = markMany(read.noun.length > 0 ? read : findShortNoun(read, field, { words, nouns }), field);
  const { parsed, target } = findSubject(field, named, { words, entity, nouns, schema });
  const payload = readPayload(
    field.type,
    parsed.part.length > 0 ? [...parsed.noun, ...parsed.part] : parsed.noun,
    context,
  );
  if (!payload) return { reason: describeUnselectable(getNamedType(field.type)) };

  const hasRowId = found !== undefined && selectableFields(found).some(({ name }) => name === 'rowId');
  const routes = placeMutation({ parsed, words, target, field, hasRowId }, context);
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
  const isUnconfirmed = payload.isEmpty && !selection.includes('@error');
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
    names: [...namesOf(parsed, words, target?.name), camelCase(fieldWords(field))],
    description: describeField(field, fallbackOf(parsed, words, target !== undefined && parsed === named)),
    inputs,
    field: field.name,
    selection,
    ...(isUnconfirmed && { isUnconfirmed, comment: UNCONFIRMED }),
    ...(isAnonymous && { isAnonymous }),
    ...(isLeaf(field) && !payload.isEmpty && !isDelete && { keepsName: true }),
    shapes: isBodyless ? payload.uses.filter((name) => payload.emptyText.includes(`...${name}`)) : payload.uses,
    required: payload.required,
  };
}

/** What a mutation is about, and the id of it. */
function findSubject(
  field: Field,
  named: ParsedMutation,
  names: { words: readonly string[]; entity: readonly string[]; nouns: Nouns; schema: GraphQLSchema },
): { parsed: ParsedMutation; target: Target | undefined } {
  if (named.isMany) return { parsed: named, target: undefined };
  const id = named.noun.length > 0 ? findTarget(field, named, names.nouns) : undefined;
  const byIds = !id || isInto(names.words) ? readByIds(field, named, names) : undefined;
  if (byIds) return withPart(field, byIds);
  if (!id) return { parsed: readManyOrNew(field, named, names.words), target: undefined };
  const { parsed, hasId } = named.verb ? { parsed: named, hasId: true } : correctOwner(named, id.input, names);
  return hasId ? withPart(field, { parsed, target: id }) : { parsed, target: undefined };
}

/** addArtworkToList is about the list. */
function isInto([verb = '', ...words]: readonly string[]): boolean {
  return /^(?:add|remove)$/.test(verb) && words.some((word) => /^(?:to|from)$/.test(word));
}

/** Several objects, of which none is in the path; or what is added and removed, under a noun that nothing else names. */
function readManyOrNew(field: Field, named: ParsedMutation, words: readonly string[]): ParsedMutation {
  const [verb = '', ...rest] = words;
  if (named.verb && named.isPlural && named.part.length === 0 && takesSeveral(field)) return { ...named, isMany: true };
  if (named.noun.length > 0 || rest.length === 0 || rest.some((word) => PREPOSITIONS.has(word))) return named;
  if (verb === 'add') return { ...named, verb: 'create', word: verb, noun: singularNoun(rest), action: [] };
  return verb === 'remove' ? { ...named, noun: singularNoun(rest), action: [verb] } : named;
}

/** Whether a mutation has a list of objects or ids among its inputs. */
function takesSeveral({ args }: Field): boolean {
  const inputs = args.flatMap((each) => [each, ...Object.values(inputObjectOf(each)?.getFields() ?? {})]);
  return inputs.some(
    (each) =>
      isListType(getNullableType(each.type)) &&
      isRequired(each) &&
      (isInputObjectType(getNamedType(each.type)) || /ids$/i.test(each.name)),
  );
}

const CHANGED = /^(?:update|replace|delete)$/;

/** A part that is changed or deleted is identified in the path. */
function withPart(
  field: Field,
  { parsed, target }: { parsed: ParsedMutation; target: Target },
): { parsed: ParsedMutation; target: Target } {
  const part =
    CHANGED.test(parsed.verb ?? '') && parsed.part.length > 0 ? findPartKey(field, target, parsed) : undefined;
  return { parsed, target: part ? { ...target, part } : target };
}

/** Whether a selection has a field that requires a caller, or a shape of which that is not known here. */
function isRestricted(selection: string, uses: readonly string[], { schema, shapes }: DraftContext): boolean {
  const spread = shapes.closure(uses);
  if (uses.some((name) => !spread.some((each) => each.name === name))) return true;
  const text = [`mutation { ${selection} }`, ...spread.map((each) => each.text)].join('\n');
  return requiresCaller(schema, parse(text));
}

/** The words of a type; of `OrderOrFailure` those of the order. */
function entityWords(name: string): string[] {
  const words = splitWords(name);
  const or = words.indexOf('or');
  return or > 0 ? words.slice(0, or) : words;
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
  target: Target | undefined;
  field: Field;
  /** Whether PostGraphile identifies the object by `rowId`, and Relay by `id`. */
  hasRowId: boolean;
}

const METHODS = { create: 'POST', update: 'PATCH', replace: 'PUT', delete: 'DELETE' } as const;

/** The routes of a mutation, the natural one first. The last one always has the name of the field. */
function placeMutation(
  { parsed, words, target, field, hasRowId }: MutationPlace,
  { nouns, schema }: DraftContext,
): Route[] {
  const { verb, word, noun, part, scope, action, isMany, isPlural } = parsed;
  const id = target?.name;
  const hasInputs = field.args.length > 0;
  const post = (path: string): Route => ({ method: 'POST', path });
  const own = post(`/${kebabCase(words)}`);
  if (noun.length === 0) return [own];
  const isSingle = nouns.isSingle(noun) && id === undefined;
  const above = placeScope(scope, nouns);
  const collection = `${above}/${kebabCase(isSingle ? noun : pluralNoun(noun))}`;
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
        ? `${above}/${kebabCase(pluralNoun(noun))}`
        : id === undefined
          ? `${above}/${kebabCase(pluralNoun([...noun, ...part]))}`
          : `${item}/${kebabCase(pluralNoun(part))}`;
    const isSet = word === 'add' && part.length > 0 && target && !isPlural && !hasMore(field, target, () => true);
    // What is there or is not there is put, and needs no inputs: a star.
    if (isSet) return [{ method: 'PUT', path: `${item}/${kebabCase(part)}` }, own];
    return [{ ...post(path), status: 201 }, post(`${item}/${kebabCase([word, ...part])}`), own];
  }
  const actionRoute = post(`${item}/${kebabCase([word, ...part])}`);
  // What identifies a single object may be a secret, which is not for a URL.
  if (id === undefined && verb === 'delete' && hasInputs) return nouns.has(noun) ? [actionRoute, own] : [own];
  if (part.length > 0) {
    if (target?.part) {
      const key = spellId(target.part.name);
      return [{ method, path: `${item}/${kebabCase(pluralNoun(part))}/{${key}}` }, actionRoute, own];
    }
    // A part without a key of its own is the only one.
    if (verb === 'delete' && target && hasMore(field, target)) return [actionRoute, own];
    const isSelf = (verb === 'delete' && !hasInputs) || isRead([...noun, ...part], schema);
    const isUnnamed = id === undefined && !isSingle && !isSelf;
    return isUnnamed ? [actionRoute, own] : [{ method, path: `${item}/${kebabCase(part)}` }, actionRoute, own];
  }
  const byKey =
    id === undefined || (id === 'id' && !hasRowId)
      ? []
      : [{ method, path: `${collection}/by-${kebabCase(splitWords(id))}/{${id}}` }];
  const isOne = id === undefined && verb !== 'replace';
  return [
    { method, path: isOne ? `${above}/${kebabCase(isPlural ? pluralNoun(noun) : noun)}` : item },
    ...byKey,
    actionRoute,
    own,
  ];
}

/** Whether a query reads what a mutation changes, without a key too: notificationPreferences. */
function isRead(words: readonly string[], schema: GraphQLSchema): boolean {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).some(
    (field) => !field.args.some(isRequired) && fieldWords(field).join() === words.join(),
  );
}

/** `/admin`, `/me/collection` */
function placeScope(scope: readonly string[], nouns: Nouns): string {
  const [first, ...rest] = scope;
  if (first === undefined) return '';
  return rest.length > 0 && nouns.isSingle([first]) ? `/${first}/${kebabCase(rest)}` : `/${kebabCase(scope)}`;
}

/** Whether a mutation has inputs that may say which part of the object is meant. */
function hasMore(field: Field, { input }: Target, isKey = (name: string) => /(?:I[dD]s?|_ids?)$/.test(name)): boolean {
  return field.args.some((each) =>
    [each, ...Object.values(inputObjectOf(each)?.getFields() ?? {})].some(
      (other) =>
        other !== input &&
        !inputObjectOf(other) &&
        usableInputs([other]).length > 0 &&
        (isRequired(other) || isKey(other.name)),
    ),
  );
}

const BULK = new Set(['bulk', 'batch', 'mass']);

const ORDER = ['create', 'update', 'delete', 'replace', 'upsert', 'edit', 'destroy'];

function rankOf({ word, isMany }: ParsedMutation, words: readonly string[]): number {
  const index = ORDER.indexOf(word);
  // Of updateUser and updateUserById, PostGraphile reads the id of Relay in the first.
  const isById = / by (?:id|pk|row id)$/.test(words.join(' '));
  return (index < 0 ? ORDER.length : index) * 4 + (isMany ? 2 : 0) - (isById ? 1 : 0);
}

function namesOf(
  { verb, word, noun, part, scope, isMany, isPlural }: ParsedMutation,
  words: readonly string[],
  key: string | undefined,
): string[] {
  if (!verb || noun.length === 0 || noun.join() === 'me') return [];
  const whole = [...scope.map((each) => (each === 'me' ? 'my' : each)), ...noun, ...part];
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

const PERSON = '(?:user|account|customer|member)';
const LOGIN = new RegExp(
  `^(?:${PERSON} )?(?:log ?in|sign ?in|sign ?up|register|authenticate)(?: ${PERSON}| (?:with|using|by|via) .+)?$`,
);
const REQUEST = /^(?:(?:request|send) password reset(?: email)?|forgot password|password forgot)$/;
/** These allow anonymous callers only where an input is a proof of identity. */
const TOKEN =
  /^(?:(?:create|refresh|verify|obtain) (?:(?:auth|access|jwt) )?token|(?:(?:auth|access|jwt) )?token (?:create|refresh|verify|auth))$/;
const CONFIRMATION = new RegExp(
  `^(?:(?:re)?set password|password reset|(?:confirm|verify|activate) (?:${PERSON}|email)|(?:${PERSON}|email) (?:confirm|verify|activate))$`,
);

/** Whether a mutation allows anonymous callers, who cannot have logged in yet: login, register, requestPasswordReset. */
function allowsAnonymous(field: Field): boolean {
  const description = field.description ?? '';
  if (RESTRICTED.test(description) || /\b(?:logged[- ]in|authenticated)\b/i.test(description)) return false;
  const name = splitWords(field.name).join(' ');
  const hasInputs = field.args.length > 0;
  if (LOGIN.test(name) || REQUEST.test(name)) return hasInputs;
  const inputs = field.args.flatMap((each) => [each, ...Object.values(inputObjectOf(each)?.getFields() ?? {})]);
  const proof = TOKEN.test(name) ? /password|token/i : CONFIRMATION.test(name) ? /token|code|otp/i : undefined;
  return proof !== undefined && inputs.some((each) => proof.test(each.name));
}
