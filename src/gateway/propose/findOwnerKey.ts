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
