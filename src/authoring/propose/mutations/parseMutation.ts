// The name of a mutation: its verb, its noun, and what is in the noun.
import { isPlural, isPluralNoun, singularNoun } from '../naming/inflection.ts';
import type { Nouns } from '../schema/Nouns.ts';
import type { Words } from '../naming/words.ts';

type Verb = 'create' | 'update' | 'replace' | 'delete';

/** The verbs of a resource; those that are not strong are also actions on other nouns, such as `setPassword`. */
export const VERBS: Readonly<Record<string, { verb: Verb; isStrong: boolean }>> = {
  create: { verb: 'create', isStrong: true },
  insert: { verb: 'create', isStrong: true },
  add: { verb: 'create', isStrong: false },
  register: { verb: 'create', isStrong: false },
  new: { verb: 'create', isStrong: false },
  update: { verb: 'update', isStrong: true },
  edit: { verb: 'update', isStrong: true },
  modify: { verb: 'update', isStrong: true },
  patch: { verb: 'update', isStrong: true },
  set: { verb: 'update', isStrong: false },
  change: { verb: 'update', isStrong: false },
  rename: { verb: 'update', isStrong: false },
  replace: { verb: 'replace', isStrong: true },
  upsert: { verb: 'replace', isStrong: true },
  put: { verb: 'replace', isStrong: false },
  delete: { verb: 'delete', isStrong: true },
  destroy: { verb: 'delete', isStrong: true },
  remove: { verb: 'delete', isStrong: false },
};

const MANY = new Set(['bulk', 'batch', 'many', 'multiple', 'mass']);
const PREPOSITIONS = new Set('from to by for with and in on as of into via'.split(' '));

/** A part that is a verb itself: organizationCancelDelete. */
const REVERSALS = new Set(['cancel', 'undo', 'confirm', 'retry', 'request']);

/** What the name of a mutation says. */
export interface ParsedMutation {
  verb?: Verb;
  /** The word of the verb. */
  word: string;
  /** In the singular, unless it is there once. */
  noun: Words;
  /** Of a part of the noun: `email` of `checkoutEmailUpdate`. */
  part: Words;
  /** What the noun is in, before it in the path: admin, of `adminCreateFlag`. */
  scope: Words;
  /** The words of another verb: mark, as, paid. */
  action: Words;
  /** Whether it is about several objects at once. */
  isMany: boolean;
  /** Whether the last word of the noun is in the plural. */
  isPlural: boolean;
}

/** What is known of a mutation besides its name. */
interface MutationHints {
  nouns: Nouns;
  /** The words of the object that it returns. */
  entity: Words;
  /** The objects that its ids identify: `order` of `orderId`, or of `id` with the description "ID of the order". */
  ids: readonly Words[];
  /** Those of the required ids in its input object. */
  innerIds: readonly Words[];
  /** Whether it has an id without a noun. */
  hasId: boolean;
}

/** Reads verb and noun from the words of a mutation, in either order. */
export function parseMutation(all: Words, hints: MutationHints): ParsedMutation {
  const { nouns } = hints;
  const many = all.filter((word) => MANY.has(word));
  const isMany = many.length > 0 && all.length > many.length + 1;
  const words = isMany ? all.filter((word) => !MANY.has(word)) : [...all];
  const base = { part: [], scope: [], action: [], isMany, isPlural: false };
  const [first, last] = [words[0]!, words.at(-1)!];
  const atStart = Object.hasOwn(VERBS, first) && words.length > 1;
  const atEnd = Object.hasOwn(VERBS, last) && words.length > 1;
  const inner = atStart || atEnd ? undefined : readInnerVerb(words, hints);
  if (inner) return inner;
  const verbWord = atStart ? first : atEnd ? last : '';
  const entry = VERBS[verbWord];
  const word = verbWord === 'insert' ? 'create' : verbWord;
  if (entry && !(atStart && nouns.has(words))) {
    const core = withoutKeys(atStart ? words.slice(1) : words.slice(0, -1));
    const found = findNoun(core, { isCreate: entry.verb === 'create', isMany }, hints);
    if (!atStart && REVERSALS.has(found.part.at(-1) ?? '')) {
      const action = [...found.part, entry.verb === 'delete' ? 'deletion' : word];
      return { ...base, word: '', noun: found.noun, action };
    }
    const isAction = hasPreposition(found.part) || found.part.some((part) => REVERSALS.has(part));
    if (isAction) return { ...base, word: '', noun: found.noun, action: [word, ...found.part] };
    if (found.part.length > 0 || found.isKnown) return { ...base, verb: entry.verb, word, ...found };
    const isOfEntity = entry.verb === 'create' && hints.entity.slice(-core.length).join() === singularNoun(core).join();
    if (!hasPreposition(core) && (entry.isStrong || isOfEntity)) {
      return { ...base, verb: entry.verb, word, noun: singularNoun(core), isPlural: isPluralNoun(core) };
    }
  }
  return { ...base, word: '', ...findAction(words, many, hints) };
}

export function hasPreposition(words: Words): boolean {
  return words.some((word) => PREPOSITIONS.has(word));
}

/** A verb after the name of a part of the API: adminCreateFlag, commerceApproveOrder. */
function readInnerVerb(words: Words, hints: MutationHints): ParsedMutation | undefined {
  const { nouns } = hints;
  const at = words.findIndex((word, index) => index > 0 && VERBS[word]?.isStrong);
  const scope = words.slice(0, at);
  if (at > 0 && at < words.length - 1 && at <= MAX_SCOPE) {
    const [verb, ...rest] = words.slice(at) as [string, ...string[]];
    const isKnown = nouns.has([...scope, ...rest]) || nouns.prefixOf(rest).length > 0;
    const inScope = (): ParsedMutation => ({ ...parseMutation([verb, ...rest], hints), scope });
    if (isKnown && nouns.isSingle(scope.slice(0, 1))) return inScope();
    if (nouns.prefixOf([...scope, ...rest]).length > at) return parseMutation([verb, ...scope, ...rest], hints);
    return isKnown && !nouns.has(scope) ? inScope() : undefined;
  }
  const [first] = words;
  if (first === undefined || nouns.prefixOf(words).length > 0) return undefined;
  for (let start = 2; start < words.length; start++) {
    const noun = nouns.prefixOf([first, ...words.slice(start)]);
    if (noun.length < 2 || !(noun.join() === nouns.prefixOf(hints.entity).join() || identifies(hints.innerIds, noun)))
      continue;
    const before = words.slice(1, start);
    const isInto = PREPOSITIONS.has(before.at(-1)!) && start > 2;
    const action = [...(isInto ? before.slice(0, -1) : before), ...words.slice(start + noun.length - 1)];
    return {
      word: '',
      noun,
      part: [],
      scope: [],
      action,
      isMany: false,
      isPlural: isPluralNoun(words.slice(start, start + noun.length - 1)),
    };
  }
  return undefined;
}

const MAX_SCOPE = 2;

/** orderCancel, cancelOrder and assignWarehouseShippingZone: a noun, and the words around it. */
function findAction(
  words: Words,
  many: Words,
  { nouns, entity, ids }: MutationHints,
): Pick<ParsedMutation, 'noun' | 'action' | 'isMany' | 'isPlural'> {
  const start = nouns.prefixOf(words);
  if (start.length > 0 && start.length < words.length) {
    const rest = words.slice(start.length);
    // orderFulfillmentCancel(id) cancels a fulfillment.
    const inner = nouns.prefixOf(rest);
    const isInner = inner.length > 0 && inner.length < rest.length && inner.join() === entity.join();
    const found =
      isInner && !identifies(ids, start)
        ? { noun: inner, action: rest.slice(inner.length) }
        : { noun: start, action: rest };
    return { ...found, action: [...many, ...found.action], isMany: many.length > 0, isPlural: false };
  }
  // markAllOrdersAsSeen
  const before = words[1] === 'all' ? 2 : 1;
  const later = nouns.prefixOf(words.slice(before));
  if (later.length > 0) {
    const action = [...many, ...words.slice(0, before), ...words.slice(before + later.length)];
    return { noun: later, action, isMany: many.length > 0, isPlural: isPlural(words[before + later.length - 1]!) };
  }
  return { noun: [], action: [...many, ...words], isMany: false, isPlural: false };
}

interface FoundNoun {
  noun: Words;
  part: Words;
  isKnown: boolean;
  isPlural: boolean;
}

/** Whether an order line is meant, or the lines of an order. */
function findNoun(
  core: Words,
  { isCreate, isMany }: { isCreate: boolean; isMany: boolean },
  { nouns, entity, ids, innerIds, hasId }: MutationHints,
): FoundNoun {
  const plural = isPluralNoun(core);
  const singular = singularNoun(core);
  const whole = { noun: nouns.isSingle(core) ? core : singular, part: [], isKnown: true, isPlural: plural };
  if (nouns.isSingle(core) || singular.join() === entity.join()) return whole;
  const owner = nouns.prefixOf(core.slice(0, -1));
  if (owner.length === 0) return { ...whole, isKnown: nouns.has(core) };
  const part = { noun: owner, part: core.slice(owner.length), isKnown: true, isPlural: plural };
  if (!isCreate && !isMany && !hasPreposition(core)) {
    const isOwn = identifies(innerIds, singular);
    const isOfOwner = identifies(innerIds, owner) || (hasId && innerIds.length > 0);
    if (isOwn && (nouns.has(core) || !isOfOwner)) return whole;
    if (hasId && innerIds.length > 0 && nouns.has(core)) return whole;
    if (isOfOwner) return part;
  }
  if ((!isCreate && identifies(ids, singular)) || (isMany && nouns.has(core))) return whole;
  if (isCreate && nouns.isRead(core) && owner.join() !== entity.join()) return whole;
  if (identifies(ids, owner)) return part;
  if (!isCreate && ids.length > 0 && nouns.has(core)) return whole;
  if (owner.join() === entity.join()) return part;
  return nouns.has(core) ? whole : part;
}

function identifies(ids: MutationHints['ids'], noun: Words): boolean {
  return ids.some(
    (id) => id.slice(0, noun.length).join() === noun.join() || (id.length === 1 && id[0] === noun.at(-1)),
  );
}

/** updateUserById, update_users_by_pk and insert_users_one are about a user. */
function withoutKeys(words: Words): string[] {
  const by = words.lastIndexOf('by');
  const core = by > 0 ? words.slice(0, by) : [...words];
  if (core.length > 1 && core.at(-1) === 'one') return core.slice(0, -1);
  if (core.length > 1 && core[0] === 'one') return core.slice(1);
  return core;
}
