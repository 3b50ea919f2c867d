import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
} from 'graphql';
import type { Variable } from './Draft.ts';
import { camelCase } from './naming/camelCase.ts';
import { splitWords } from './naming/splitWords.ts';
import { type InputValue, isRequired } from './schema/fields.ts';

/** Collects the variables of an operation, each with a name of its own. */
export class InputSpeller {
  readonly #variables: Variable[] = [];
  readonly #reserved: ReadonlySet<string>;

  /** `reserved` are the names of query parameters that pages have. */
  constructor(reserved: ReadonlySet<string> = new Set()) {
    this.#reserved = reserved;
  }

  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** A variable for an argument or an input field: `$name`. */
  add(input: InputValue, { name = input.name, required = isRequired(input), owner = '', directive = '' } = {}): string {
    const type = required ? new GraphQLNonNull(getNullableType(input.type)) : getNullableType(input.type);
    const free = [name, camelCase(splitWords(`${owner}_${name}`))].find(
      (each) => !this.has(each) && !this.#reserved.has(each),
    );
    const own = free ?? `${name}_`;
    this.#variables.push({ name: own, type: String(type), ...(directive !== '' && { directive }) });
    return `$${own}`;
  }

  has(name: string): boolean {
    return this.#variables.some((each) => each.name === name);
  }
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

/** Whether an input is a file, or has one in it; see the GraphQL multipart request specification. */
export function holdsUpload(input: { type: GraphQLInputType }, seen: Set<string> = new Set()): boolean {
  const named = getNamedType(input.type);
  if (named.name === 'Upload') return true;
  if (!isInputObjectType(named) || seen.has(named.name)) return false;
  seen.add(named.name);
  return Object.values(named.getFields()).some((field) => holdsUpload(field, seen));
}

/** The input object that an input is, where it is one and no list. */
export function inputObjectOf({ type }: { type: GraphQLInputType }): GraphQLInputObjectType | undefined {
  const inner = getNullableType(type);
  return isInputObjectType(inner) ? inner : undefined;
}
