// What a mutation is about by its ids, where its name does not say it.
import { type GraphQLSchema, isCompositeType } from 'graphql';
import { isPluralNoun, pluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, pascalCase } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import type { Field } from '../schema/fields.ts';
import { type Target, namedIds, plainId } from './findTarget.ts';
import { type ParsedMutation, VERBS, hasPreposition } from './parseMutation.ts';

interface MutationNames {
  /** The words of the mutation. */
  words: Words;
  /** Those of the object that it returns. */
  entity: Words;
  nouns: Nouns;
  schema: GraphQLSchema;
}

type About = { parsed: ParsedMutation; target: Target };

/**
 * What a mutation is about by its required ids, where its name alone does not say it: `lockLockable(lockableId)`,
 * `addAssetToSubmission(submissionId)`, `removeMember(teamId, userId)`, `updateTopics(repositoryId)`. Undefined where they do not.
 */
export function readByIds(
  field: Field,
  named: ParsedMutation,
  { words, entity, nouns, schema }: MutationNames,
): About | undefined {
  const [verb = '', ...rest] = words;
  // addReaction(subjectId) makes a reaction.
  const isNew = words.includes('create') || (named.verb === 'create' && nouns.isType(named.noun));
  if (isNew || rest.length === 0) return undefined;
  // attachmentLinkSlack(issueId) names its object first.
  if (VERBS[verb] === undefined && nouns.prefixOf(words).length > 0) return undefined;
  const ids = namedIds(field);
  const isType = (noun: Words) => nouns.has(noun) || isCompositeType(schema.getType(pascalCase(noun)));
  /** The noun as the schema has it: project v2, commerce order. */
  const fullNoun = (noun: Words): Words => {
    const at = indexOf(words, noun);
    const version = at < 0 ? undefined : words[at + noun.length];
    if (version !== undefined && nouns.has([...noun, version]) && /^v\d+$/.test(version)) return [...noun, version];
    return nouns.has([words[0]!, ...noun]) && !nouns.has([words[0]!]) ? [words[0]!, ...noun] : noun;
  };
  const about = (id: (typeof ids)[number], noun: Words, others: Words): About | undefined => {
    // commerceSubmitOrder is about a commerce order.
    const action = noun.length > 1 && noun[0] === words[0] && others[0] === words[0] ? others.slice(1) : others;
    const target = { input: id.input, argument: id.argument, name: 'id' };
    return action.length === 0 ? undefined : { parsed: { ...readRest(action), noun }, target };
  };

  // addAssetToSubmission(submissionId): the noun follows a preposition.
  const at = words.findIndex((word, index) => index > 1 && INTO.has(word));
  const head = words.slice(0, at);
  const into = at < 0 ? [] : singularNoun(words.slice(at + 1));
  const inside = ids.find(({ noun }) => endsWith(into, noun));
  if (inside && !hasPreposition(head)) return about(inside, fullNoun(into), head);

  const longest = ids.toSorted((a, b) => b.noun.length - a.noun.length);
  const whole = longest.find(({ noun }) => endsWith(singularNoun(rest), noun));
  // removeSubIssue(issueId, subIssueId) is about an issue.
  const owner =
    ids.find((id) => id !== whole && isType(id.noun)) ??
    (verb === 'add' && whole && isType(whole.noun) ? whole : undefined);
  if (owner && (PARTS.has(verb) || (whole && !isType(whole.noun))))
    return about(owner, fullNoun(owner.noun), without(words, owner.noun));
  // resolveReviewThread(threadId): the noun is at the end, or it is that of the object that is returned.
  if (whole && verb !== 'add' && !hasPreposition(rest)) {
    const others = rest.slice(0, -whole.noun.length);
    if (others.length > 0 && isType(whole.noun) && isPluralNoun(others))
      return about(whole, whole.noun, [verb, ...others]);
    // disableSecondFactor is about any second factor, whichever is returned.
    const isNamed = isType(whole.noun) && whole.noun.length === rest.length;
    const isReturned = !isNamed && nouns.has(entity) && entity.at(-1) === whole.noun.at(-1);
    return about(whole, isReturned ? entity : singularNoun(rest), [verb]);
  }
  const returned = ids.find(({ noun }) => endsWith(entity, noun) && nouns.has(entity));
  if (returned && rest.includes(returned.noun.at(-1)!))
    return about(
      returned,
      entity,
      words.filter((word) => !entity.includes(word)),
    );

  const owned = nouns.prefixOf(entity);
  const plain = named.noun.length === 0 && owned.length > 0 ? plainId(field) : undefined;
  if (plain) return about({ ...plain, noun: [] }, owned, words);

  const [only, second] = ids.filter(({ noun }) => isType(noun));
  const chosen = returned ?? (second ? undefined : only);
  return chosen && about(chosen, fullNoun(chosen.noun), without(words, chosen.noun));
}

/** These put things into an object, or take them out of it. */
const PARTS = new Set(['add', 'remove']);
const INTO = new Set(['to', 'from', 'in', 'for', 'on']);

/** A verb and the part that it changes, or an action. */
function readRest(words: Words): ParsedMutation {
  const [word, ...part] = words as [string, ...string[]];
  const base = { scope: [], isMany: false, noun: [] };
  const verb = VERBS[word]?.verb;
  if (verb === undefined || hasPreposition(part)) {
    return { ...base, word: '', part: [], action: words, isPlural: false };
  }
  return { ...base, verb, word, part, action: [], isPlural: part.length > 0 && isPluralNoun(part) };
}

function endsWith(words: Words, end: Words): boolean {
  return end.length > 0 && words.slice(-end.length).join() === end.join();
}

function indexOf(words: Words, noun: Words): number {
  return words.findIndex((_, index) => noun.every((word, offset) => words[index + offset] === word));
}

/** The words without a noun after the verb, unless nothing but the verb is left. */
function without(words: Words, noun: Words): Words {
  const isNext = [noun, pluralNoun(noun)].some((word) => indexOf(words, word) === 1) && words.length > noun.length + 1;
  return isNext ? words.toSpliced(1, noun.length) : words;
}
