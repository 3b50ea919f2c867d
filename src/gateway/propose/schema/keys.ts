import { getNamedType, isEnumType } from 'graphql';
import { isSingleLeaf } from './inputs.ts';
import { namesNoun } from '../naming/nouns.ts';
import { splitWords } from '../naming/splitWords.ts';
import { type InputValue, isRequired } from './fields.ts';

/** The last words of names that identify one object, the most natural first. */
const KEYS = ['id', 'uuid', 'guid', 'slug', 'login', 'handle', 'number', 'code', 'key', 'sku', 'username', 'email'];
const MORE_KEYS = ['name', 'hash', 'token', 'identifier', 'reference'];
/** Names that identify an object together with a key: the owner of a repository. */
const SCOPES = new Set(['owner', 'org', 'organization', 'namespace', 'repo', 'repository', 'account', 'workspace']);
const NO_KEYS = new Set(['Boolean', 'Float']);

/** How natural a key is, 0 being the id; undefined where an input is none. `noun` is that of the object. */
export function keyRank(input: InputValue, noun: readonly string[]): number | undefined {
  if (!isSingleLeaf(input)) return undefined;
  const type = getNamedType(input.type);
  const words = splitWords(input.name);
  const last = words.at(-1) ?? '';
  if (NO_KEYS.has(type.name) || (isEnumType(type) && last !== 'code')) return undefined;
  if (words.join(' ') === 'row id') return -1;
  if (input.name === 'id') return 0;
  if (input.name === 'nodeId') return KEYS.length;
  if (namesNoun(words, noun)) return 1;
  const rank = [...KEYS, ...MORE_KEYS].indexOf(last);
  return rank < 0 ? undefined : rank + 2;
}

/** Whether an input under this name identifies an object of a noun, as `userId` does a user. */
export function isKeyOf({ type }: InputValue, name: string, noun: readonly string[]): boolean {
  const named = getNamedType(type);
  return isSingleLeaf({ type }) && !NO_KEYS.has(named.name) && !isEnumType(named) && namesNoun(splitWords(name), noun);
}

/** Where a key is in a path: what an object belongs to comes first, what identifies it last. */
function placeOf({ name }: InputValue): number {
  if (SCOPES.has(name)) return 0;
  return /^(?:id|name|slug|number)$/.test(name) ? 2 : 1;
}

/**
 * The inputs that identify an object of a noun, in the order of a path: those that are required, or else the most natural one. `hasField` says
 * whether the object has a field of this name.
 */
export function findKeys<Input extends InputValue>(
  inputs: readonly Input[],
  noun: readonly string[],
  hasField: (name: string) => boolean,
): Input[] {
  const ranked = inputs.flatMap((input) => {
    const rank = keyRank(input, noun);
    return rank === undefined ? [] : [{ input, rank }];
  });
  const required = ranked.filter(({ input }) => isRequired(input));
  if (required.length > 0) {
    const found = new Set<Input>(required.map(({ input }) => input));
    return inputs
      .filter((each) => found.has(each) || (isRequired(each) && isSingleLeaf(each) && SCOPES.has(each.name)))
      .toSorted((a, b) => placeOf(a) - placeOf(b));
  }
  const [best] = ranked
    .filter(({ input }) => input.name === 'id' || hasField(input.name))
    .toSorted((a, b) => a.rank - b.rank);
  return best ? [best.input] : [];
}
