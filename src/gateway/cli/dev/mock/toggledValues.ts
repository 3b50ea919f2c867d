import { type GraphQLObjectType, getNullableType, isEnumType } from 'graphql';
import { wordsOf } from './wordsOf.ts';

/** The words that a mutation makes false, where that is not a prefix such as `un` in `unfollow`. */
const OPPOSITES: Readonly<Record<string, string>> = {
  deactivate: 'activate',
  disable: 'enable',
  open: 'close',
  reopen: 'close',
};

/**
 * What the name of a mutation says of an object: `favoriteArticle` makes `favorited` true, `orderUnpublish` `isPublished` false,
 * and `closeIssue` the state `CLOSED`.
 */
export function toggledValues(mutation: string, target: GraphQLObjectType): Record<string, unknown> {
  const all = wordsOf(mutation);
  const words = [all[0]!, all.at(-1)!];
  const values: Record<string, unknown> = {};
  for (const field of Object.values(target.getFields())) {
    const type = getNullableType(field.type);
    if (isEnumType(type)) {
      const value = type
        .getValues()
        .find(({ name }) => words.some((word) => stemOf(word) === stemOf(name.toLowerCase())));
      if (value) values[field.name] = value.value;
    }
    if (String(type) !== 'Boolean') continue;
    const stems = wordsOf(field.name).map(stemOf);
    for (const word of words) {
      const opposite = OPPOSITES[word] ?? (word.startsWith('un') ? word.slice(2) : undefined);
      if (stems.includes(stemOf(word))) values[field.name] = true;
      else if (opposite !== undefined && stems.includes(stemOf(opposite))) values[field.name] = false;
    }
  }
  return values;
}

/** One stem of `publish`, `published` and `publishing`; `active` and `activate` have one as well. */
function stemOf(word: string): string {
  return word.replace(/(?:ed|ing|ate|e)$/, '');
}
