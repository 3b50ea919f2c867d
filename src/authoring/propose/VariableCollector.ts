import { GraphQLNonNull, getNullableType } from 'graphql';
import type { Variable } from './Draft.ts';
import { spellId } from './naming/inflection.ts';
import { camelCase, splitWords } from './naming/words.ts';
import { type InputValue, isRequired } from './schema/fields.ts';

/** Collects the variables of an operation, each with a name of its own. */
export class VariableCollector {
  readonly #variables: Variable[] = [];
  readonly #reserved: ReadonlySet<string>;
  readonly #noun: readonly string[];
  readonly #shared: readonly Variable[];

  /**
   * `reserved` are names that have another meaning, such as those of pages; `noun` is that of the object whose inputs these are;
   * `shared` are variables of the operation that an input of the same name and type has too.
   */
  constructor({
    reserved = new Set(),
    noun = [],
    shared = [],
  }: { reserved?: ReadonlySet<string>; noun?: readonly string[]; shared?: readonly Variable[] } = {}) {
    this.#reserved = reserved;
    this.#noun = noun;
    this.#shared = shared;
  }

  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** A variable for an argument or an input field: `$name`. */
  add(input: InputValue, { name = input.name, required = isRequired(input), owner = '', directive = '' } = {}): string {
    const type = required ? new GraphQLNonNull(getNullableType(input.type)) : getNullableType(input.type);
    if (this.#shared.some((each) => each.name === spellId(name) && each.type === String(type)))
      return `$${spellId(name)}`;
    const words = splitWords(name);
    const prefixes = [splitWords(owner), this.#noun, [...this.#noun, ...splitWords(owner)]];
    const isFree = (each: string) =>
      ![...this.#variables, ...this.#shared].some((other) => other.name === each) && !this.#reserved.has(each);
    const candidates = [spellId(name), ...prefixes.map((prefix) => camelCase([...prefix, ...words]))];
    let own = candidates.find(isFree) ?? camelCase(['other', ...words]);
    while (!isFree(own)) own = camelCase(['other', ...splitWords(own)]);
    this.#variables.push({ name: own, type: String(type), ...(directive !== '' && { directive }) });
    return `$${own}`;
  }

  has(name: string): boolean {
    return this.#variables.some((each) => each.name === spellId(name));
  }
}
