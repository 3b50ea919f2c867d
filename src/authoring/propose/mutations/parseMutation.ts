// The name of a mutation: its verb, its noun, and what is in the noun.
import { isPluralNoun, singularNoun } from '../naming/inflection.ts';
import type { Words } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';

type Verb = 'create' | 'update' | 'replace' | 'delete';

/** The verbs of a resource; those that are not strong are also actions on other nouns, such as `setPassword`. */
export const VERBS: Readonly<Record<string, { verb: Verb; isStrong: boolean }>> = {
  create: { verb: 'create', isStrong: true },
  insert: { verb: 'create', isStrong: true },
  add: { verb: 'create', isStrong: true },
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
  /** The objects that its required ids identify: `order` of `orderId`. */
  ids: readonly Words[];
}

/** Reads verb and noun from the words of a mutation, in either order. */
export function parseMutation(all: Words, hints: MutationHints): ParsedMutation {
  const { nouns, entity } = hints;
  const many = all.filter((word) => MANY.has(word));
  const isMany = many.length > 0 && all.length > many.length + 1;
  const words = isMany ? all.filter((word) => !MANY.has(word)) : all;
  const base = { word: '', noun: [], part: [], action: [], isMany, isPlural: false };
  const atStart = words.length > 1 && Object.hasOwn(VERBS, words[0]!);
  const atEnd = words.length > 1 && Object.hasOwn(VERBS, words.at(-1)!);
  const verbWord = (atStart ? words[0] : atEnd ? words.at(-1) : '')!;
  const entry = VERBS[verbWord];
  if (entry && !(atStart && nouns.has(words))) {
    const word = verbWord === 'insert' ? 'create' : verbWord;
    const core = withoutKeys(atStart ? words.slice(1) : words.slice(0, -1));
    const isCreate = entry.verb === 'create';
    const found = findNoun(core, isCreate, { ...hints, isMany });
    // organizationCancelDelete deletes nothing.
    const isAction = hasPreposition(found.part) || REVERSALS.has(found.part.at(-1) ?? '');
    if (isAction) return { ...base, noun: found.noun, action: [word, ...found.part] };
    const isOfEntity = isCreate && entity.slice(-core.length).join() === singularNoun(core).join();
    const isNew = !hasPreposition(core) && (entry.isStrong || isOfEntity);
    if (found.part.length > 0 || found.isKnown || isNew) {
      return { ...base, verb: entry.verb, word, noun: found.noun, part: found.part, isPlural: isPluralNoun(core) };
    }
  }
  // orderCancel, cancelOrder and assignWarehouseShippingZone: a noun, and the words around it.
  const first = nouns.prefixOf(words);
  if (first.length > 0 && first.length < words.length) {
    return { ...base, noun: first, action: [...(isMany ? many : []), ...words.slice(first.length)] };
  }
  const noun = nouns.prefixOf(words.slice(1));
  const action = [...(isMany ? many : []), ...words.slice(0, 1), ...words.slice(1 + noun.length)];
  return { ...base, noun, action, isMany: isMany && noun.length > 0 };
}

export function hasPreposition(words: Words): boolean {
  return words.some((word) => PREPOSITIONS.has(word));
}

/** Whether an order line is meant, or the lines of an order. */
function findNoun(
  core: Words,
  isCreate: boolean,
  { nouns, entity, ids, isMany }: MutationHints & { isMany: boolean },
): { noun: Words; part: Words; isKnown: boolean } {
  const singular = singularNoun(core);
  if (nouns.isSingle(core)) return { noun: core, part: [], isKnown: true };
  const isEntity = singular.join() === entity.join();
  const owner = nouns.prefixOf(core.slice(0, -1));
  const whole = { noun: singular, part: [], isKnown: isEntity || nouns.has(core) };
  if (isEntity || owner.length === 0) return whole;
  const part = { noun: owner, part: core.slice(owner.length), isKnown: true };
  if ((!isCreate && identifies(ids, singular)) || (isMany && whole.isKnown)) return whole;
  if (identifies(ids, owner)) return part;
  if (!isCreate && ids.length > 0 && whole.isKnown) return whole;
  return whole.isKnown && owner.join() !== entity.join() ? whole : part;
}

function identifies(ids: MutationHints['ids'], noun: Words): boolean {
  return ids.some(
    (id) => id.slice(0, noun.length).join() === noun.join() || (id.length === 1 && id[0] === noun.at(-1)),
  );
}

/** updateUserById, update_users_by_pk and insert_users_one are about a user. */
function withoutKeys(words: Words): Words {
  const by = words.lastIndexOf('by');
  const core = by > 0 ? words.slice(0, by) : words;
  if (core.length > 1 && core.at(-1) === 'one') return core.slice(0, -1);
  return core.length > 1 && core[0] === 'one' ? core.slice(1) : core;
}
