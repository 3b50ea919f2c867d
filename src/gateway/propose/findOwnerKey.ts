import type { GraphQLArgument } from 'graphql';
import { namesNoun } from './naming/nouns.ts';
import { splitWords } from './naming/splitWords.ts';
import type { Nouns } from './schema/Nouns.ts';
import { isRequired } from './schema/fields.ts';
import { keyRank } from './schema/keys.ts';

/** The argument that is the key of the object which a field belongs to: the id of userSessions(id). */
export function findOwnerKey(
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
export function findParentKey(
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
