// Forms: names in brackets nest, as in `user[email]`, `tags[]` and `items[0][sku]`. Texts stay percent-encoded, because a comma
// separates items only as it is, and are decoded where they are read. See WHATWG URL, section 5.
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import { decodeQuery, encodeSegment, parseQuery } from '../../http/urls.ts';
import { MAX_DEPTH } from './coercion.ts';

/** What a form has at a name: a value, several of them or of numbered items, or an object of the names in brackets. */
export type FormTree<Value = string> = Value | readonly FormTree<Value>[] | FormObject<Value>;

/** The names of a form, or of an object in it. */
export interface FormObject<Value = string> {
  readonly [name: string]: FormTree<Value>;
}

/** The values of a form: each costs a few objects. */
export const MAX_FORM_VALUES = 10_000;

/** Parses a body of `application/x-www-form-urlencoded`; throws BAD_REQUEST, or CONTENT_TOO_LARGE for too many values. */
export function parseForm(text: string): FormObject {
  // Before anything is built of it.
  for (let at = -1, count = 0; (at = text.indexOf('&', at + 1)) >= 0;) {
    if (++count > MAX_FORM_VALUES) throw tooManyValuesError();
  }
  if (decodeQuery(text) === undefined) {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid percent-encoded UTF-8.');
  }
  const pairs = Array.from(parseQuery(text), ([name, values]) => values.map((value) => [name, value] as const));
  return buildFormTree(pairs.flat());
}

/**
 * Nests decoded names; texts have to be encoded, as `encodeFormText` does. A name that is repeated, or both a value and an object, has
 * an array. Throws BAD_REQUEST for names that nest too deeply or in no order, and CONTENT_TOO_LARGE for too many values.
 */
export function buildFormTree<Value>(pairs: Iterable<readonly [name: string, value: Value]>): FormObject<Value> {
  const root = new FormNode<Value>();
  let count = 0;
  for (const [name, value] of pairs) {
    if (++count > MAX_FORM_VALUES) throw tooManyValuesError();
    const steps = stepsOf(name);
    const isItem = steps.length > 1 && steps.at(-1) === '';
    const node = (isItem ? steps.slice(0, -1) : steps).reduce((at, step) => at.child(step), root);
    node.values.push(value);
    node.isList ||= isItem;
  }
  return root.toObject();
}

/** The error of a form, or a list in it, of more than `MAX_FORM_VALUES` values. */
export function tooManyValuesError(): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The form must not have more than ${MAX_FORM_VALUES} values.`);
}

/** A text of a form as `buildFormTree` takes it. */
export function encodeFormText(text: string): string {
  return encodeSegment(text);
}

/** Writes an object that a middleware has parsed from a form as its text. */
export function writeForm(form: object): string {
  const pairs: string[] = [];
  const write = (value: unknown, name: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
      pairs.push(`${encodeSegment(name)}=${encodeFormText(String(value ?? ''))}`);
      return;
    }
    for (const [key, inner] of Object.entries(value)) write(inner, depth === 0 ? key : `${name}[${key}]`, depth + 1);
  };
  write(form, '', 0);
  return pairs.join('&');
}

const NESTED_NAME = /^[^[\]]*(?:\[[^[\]]*\])+$/;

/** The steps of a name; one whose brackets do not match is a name as it is. */
function stepsOf(name: string): readonly string[] {
  if (!NESTED_NAME.test(name)) return [name];
  const steps = name.replaceAll(']', '').split('[');
  const shown = truncate(name, 40);
  if (steps.length > MAX_DEPTH) {
    throw new ServiceError('BAD_REQUEST', `The name "${shown}" must not be nested more than ${MAX_DEPTH} levels deep.`);
  }
  if (steps.slice(1, -1).includes('')) {
    const message = `The name "${shown}" does not say which item it is of; number the items, as in "items[0][name]".`;
    throw new ServiceError('BAD_REQUEST', message);
  }
  return steps;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** What is collected of one name. */
class FormNode<Value> {
  readonly values: Value[] = [];
  readonly #children = new Map<string, FormNode<Value>>();
  /** Whether a name ends in `[]`, so that one value is a list as well. */
  isList = false;

  child(name: string): FormNode<Value> {
    let child = this.#children.get(name);
    if (!child) this.#children.set(name, (child = new FormNode()));
    return child;
  }

  toObject(): FormObject<Value> {
    return Object.fromEntries(Array.from(this.#children, ([name, child]) => [name, child.#toTree()] as const));
  }

  #toTree(): FormTree<Value> {
    if (this.#children.size === 0) return this.values.length === 1 && !this.isList ? this.values[0]! : this.values;
    const nested = this.#toItems() ?? this.toObject();
    return this.values.length === 0 ? nested : [...this.values, nested];
  }

  /** The numbered items, in the order of their numbers; undefined unless these are 0, 1, 2 and so on. */
  #toItems(): readonly FormTree<Value>[] | undefined {
    const { size } = this.#children;
    if (!this.#children.has('0')) return undefined;
    if (![...this.#children.keys()].every((name) => INDEX.test(name) && Number(name) < size)) return undefined;
    return Array.from({ length: size }, (_, index) => this.#children.get(String(index))!.#toTree());
  }
}
