// The inputs of a field: which ones are keys of an object, and what can be written as text.
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
} from 'graphql';
import { inputTypesWithin } from '../../../gateway/execute/inputTypes.ts';
import { namesNoun } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import { type InputValue, isRequired, usableInputs } from './fields.ts';

/** The last words of names that identify one object, the most natural first. */
const KEYS = ['id', 'uuid', 'guid', 'slug', 'login', 'handle', 'number', 'code', 'key', 'sku', 'username', 'email'];
const MORE_KEYS = ['name', 'hash', 'token', 'identifier', 'reference'];
/** Names that identify an object together with a key: the owner of a repository. */
const SCOPES = new Set(['owner', 'org', 'organization', 'namespace', 'repo', 'repository', 'account', 'workspace']);
const NO_KEYS = new Set(['Boolean', 'Float']);

/** How natural a key is, 0 being the id; undefined where an input is none. `noun` is that of the object. */
export function keyRank(input: InputValue, noun: Words): number | undefined {
  if (!isSingleLeaf(input)) return undefined;
  const type = getNamedType(input.type);
  const words = splitWords(input.name);
  const last = words.at(-1) ?? '';
  if (NO_KEYS.has(type.name) || (isEnumType(type) && last !== 'code')) return undefined;
  if (input.name === 'id') return 0;
  if (input.name === 'nodeId') return KEYS.length;
  if (namesNoun(words, noun)) return 1;
  const rank = [...KEYS, ...MORE_KEYS].indexOf(last);
  return rank < 0 ? undefined : rank + 2;
}

/** Whether an input under this name identifies an object of a noun, as `userId` does a user. */
export function isKeyOf(input: InputValue, name: string, noun: Words): boolean {
  return canBeKey(input) && namesNoun(splitWords(name), noun);
}

function canBeKey(input: InputValue): boolean {
  const type = getNamedType(input.type);
  return isSingleLeaf(input) && !NO_KEYS.has(type.name) && !isEnumType(type);
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
  noun: Words,
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
      .filter((input) => found.has(input) || (isRequired(input) && isSingleLeaf(input) && SCOPES.has(input.name)))
      .toSorted((a, b) => placeOf(a) - placeOf(b));
  }
  const [best] = ranked
    .filter(({ input }) => input.name === 'id' || hasField(input.name))
    .toSorted((a, b) => a.rank - b.rank);
  return best ? [best.input] : [];
}

/** Inputs of the words of a search, and addresses, whose slashes make a path hard to read: they are no keys. */
const NO_KEY_NAME = /(?:query|search|term|text|filter|input|path|ur[li])$/i;

/** The required input that identifies an object though its name is none of a key: the only one, or one that the object has as a field. */
export function findOtherKeys<Input extends InputValue>(
  inputs: readonly Input[],
  hasField: (name: string) => boolean,
): Input[] {
  const required = inputs.filter(isRequired);
  const isKey = (input: Input) => canBeKey(input) && !NO_KEY_NAME.test(input.name);
  return required.filter((input) => isKey(input) && (required.length === 1 || hasField(input.name)));
}

/** Whether an input can be written as text: a scalar or an enum, or a list of these. */
export function isTextInput({ type }: { type: GraphQLInputType }): boolean {
  const inner = getNullableType(type);
  const item = isListType(inner) ? getNullableType(inner.ofType) : inner;
  return isLeafType(item) && item.name !== 'Upload';
}

export function isSingleLeaf({ type }: { type: GraphQLInputType }): boolean {
  return isLeafType(getNullableType(type)) && getNamedType(type).name !== 'Upload';
}

/** Whether a value of an input, that is not null, has a file. */
export function requiresUpload({ type }: { type: GraphQLInputType }): boolean {
  // Grows while it is iterated over.
  const found = new Set([getNamedType(type)]);
  for (const named of found) {
    if (!isInputObjectType(named)) continue;
    for (const field of Object.values(named.getFields())) {
      if (isRequired(field) && !isListType(getNullableType(field.type))) found.add(getNamedType(field.type));
    }
  }
  return [...found].some(({ name }) => name === 'Upload');
}

/** Whether an input is a file, or has one in it; see the GraphQL multipart request specification. */
export function holdsUpload(input: { type: GraphQLInputType }): boolean {
  return [...inputTypesWithin([getNamedType(input.type)])].some(({ name }) => name === 'Upload');
}

/** The input object that an input is, where it is one and no list. */
export function inputObjectOf({ type }: { type: GraphQLInputType }): GraphQLInputObjectType | undefined {
  const inner = getNullableType(type);
  return isInputObjectType(inner) ? inner : undefined;
}

/** The fields that clients can fill of the input object that an input is; none where it is no input object. */
export function innerInputs(input: InputValue): GraphQLInputField[] {
  return usableInputs(Object.values(inputObjectOf(input)?.getFields() ?? {}));
}
