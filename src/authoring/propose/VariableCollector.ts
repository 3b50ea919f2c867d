import { GraphQLNonNull, getNullableType } from 'graphql';
import type { Variable } from './Draft.ts';
import { spellId } from './naming/inflection.ts';
import { type Words, camelCase, splitWords } from './naming/words.ts';
import { type InputValue, isRequired } from './schema/fields.ts';

/** Collects the variables of an operation, each with a name of its own. */
export class VariableCollector {
  readonly #variables: Variable[] = [];
  readonly #reserved: ReadonlySet<string>;
  readonly #noun: Words;

  /** `reserved` are names that have another meaning, such as those of pages; `noun` is that of the object whose inputs these are. */
  constructor({ reserved = new Set(), noun = [] }: { reserved?: ReadonlySet<string>; noun?: Words } = {}) {
    this.#reserved = reserved;
    this.#noun = noun;
  }

  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** A variable for an argument or an input field: `$name`. */
  add(input: InputValue, { name = input.name, required = isRequired(input), owner = '', directive = '' } = {}): string {
    const type = required ? new GraphQLNonNull(getNullableType(input.type)) : getNullableType(input.type);
    const words = splitWords(name);
    const prefixes = [splitWords(owner), this.#noun, [...this.#noun, ...splitWords(owner)]];
    const isFree = (candidate: string) => !this.has(candidate) && !this.#reserved.has(candidate);
    const candidates = [spellId(name), ...prefixes.map((prefix) => camelCase([...prefix, ...words]))];
    let unique = candidates.find(isFree) ?? camelCase(['other', ...words]);
    while (!isFree(unique)) unique = camelCase(['other', ...splitWords(unique)]);
    this.#variables.push({ name: unique, type: String(type), ...(directive !== '' && { directive }) });
    return `$${unique}`;
  }

  has(name: string): boolean {
    return this.#variables.some((variable) => variable.name === spellId(name));
  }
}
