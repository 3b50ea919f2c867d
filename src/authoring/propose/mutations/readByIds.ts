// What a mutation is about by its ids, where its name does not say it.
import { type GraphQLSchema, isCompositeType } from 'graphql';
import { isPluralNoun, pluralNoun, singularNoun } from '../naming/inflection.ts';
import { type Words, pascalCase } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import type { Field } from '../schema/fields.ts';
import { type Target, namedIds } from './findTarget.ts';
import { type ParsedMutation, VERBS, hasPreposition } from './parseMutation.ts';

interface MutationNames {
  /** The words of the mutation. */
  words: Words;
  /** Those of the object that it returns. */
  entity: Words;
  nouns: Nouns;
  schema: GraphQLSchema;
}

/** What a mutation is about, and the input that identifies it. */
export interface Subject {
  parsed: ParsedMutation;
  target: Target | undefined;
}

/**
 * What a mutation is about by its required ids, where its name alone does not say it: `lockLockable(lockableId)`,
 * `addAssetToSubmission(submissionId)`, `removeMember(teamId, userId)`, `updateTopics(repositoryId)`. Undefined where they do not.
 */
export function readByIds(
  field: Field,
  named: ParsedMutation,
  { words, entity, nouns, schema }: MutationNames,
): Subject | undefined {
  const [verb = '', ...rest] = words;
  const isType = (noun: Words) => nouns.has(noun) || isCompositeType(schema.getType(pascalCase(noun)));
  // addReaction(subjectId) makes a reaction.
  const isNew = words.includes('create') || (named.verb === 'create' && isType(named.noun));
  // attachmentLinkSlack(issueId) names its object first.
  if (isNew || (VERBS[verb] === undefined && nouns.prefixOf(words).length > 0)) return undefined;
  const ids = namedIds(field);
  const about = ({ input, argument }: (typeof ids)[number], noun: Words, action: Words): Subject | undefined =>
    action.length === 0
      ? undefined
      : { parsed: { ...readRest(action), noun }, target: { input, argument, name: 'id' } };

  // addAssetToSubmission(submissionId): the noun follows a preposition.
  const at = words.findIndex((word, index) => index > 1 && INTO.has(word));
  const into = at < 0 ? [] : singularNoun(words.slice(at + 1));
  const inside = ids.find(({ noun }) => endsWith(into, noun));
  if (inside && !hasPreposition(words.slice(0, at))) return about(inside, into, words.slice(0, at));

  const whole = ids
    .toSorted((a, b) => b.noun.length - a.noun.length)
    .find(({ noun }) => endsWith(singularNoun(rest), noun));
  // removeSubIssue(issueId, subIssueId) is about an issue.
  const owner = ids.find((id) => id !== whole && isType(id.noun)) ?? (verb === 'add' ? whole : undefined);
  if (owner && isType(owner.noun) && (verb === 'add' || verb === 'remove' || (whole && !isType(whole.noun))))
    return about(owner, owner.noun, without(words, owner.noun));
  // resolveReviewThread(threadId): the noun is at the end, or it is that of the object that is returned.
  if (whole && verb !== 'add' && !hasPreposition(rest)) {
    const isReturned = nouns.has(entity) && entity.at(-1) === whole.noun.at(-1);
    const noun = isReturned ? entity : VERBS[verb] || isType(rest) ? singularNoun(rest) : whole.noun;
    return about(whole, noun, isReturned || noun !== whole.noun ? [verb] : words.slice(0, -noun.length));
  }
  const [only, second] = ids.filter(({ noun }) => isType(noun));
  return only && !second ? about(only, only.noun, without(words, only.noun)) : undefined;
}

const INTO = new Set(['to', 'from', 'in', 'for', 'on']);

/** A verb and the part that it changes, or an action. */
function readRest(words: Words): ParsedMutation {
  const [word, ...part] = words as [string, ...string[]];
  const base = { word: '', noun: [], part: [], action: words, isMany: false, isPlural: false };
  const verb = VERBS[word]?.verb;
  if (verb === undefined || hasPreposition(part)) return base;
  return { ...base, verb, word, part, action: [], isPlural: part.length > 0 && isPluralNoun(part) };
}

function endsWith(words: Words, end: Words): boolean {
  return end.length > 0 && words.slice(-end.length).join() === end.join();
}

/** The words without a noun after the verb, unless nothing but the verb is left. */
function without(words: Words, noun: Words): Words {
  const [verb = '', ...rest] = words;
  const isNext = [noun, pluralNoun(noun)].some((start) => start.every((word, at) => rest[at] === word));
  return isNext && rest.length > noun.length ? [verb, ...rest.slice(noun.length)] : words;
}
