import { GraphQLNonNull, getNullableType } from 'graphql';
import type { Variable } from './Draft.ts';
import { camelCase } from './naming/camelCase.ts';
import { splitWords } from './naming/splitWords.ts';
import { type InputValue, isRequired } from './schema/fields.ts';

/** Collects the variables of an operation, each with a name of its own. */
export class VariableCollector {
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
