// The coercion of JSON values, and of those of forms and texts, to input types.
import { Kind, type TypeNode } from 'graphql';
import { suggest } from '../../base/errors/nearNames.ts';
import { type InputObjectPlan, typeNode } from '../TypeTable.ts';
import type { Constraints } from '../bounds.ts';
import { UploadedFile } from '../../http/UploadedFile.ts';
import { isObject } from '../../http/losslessJson.ts';
import { type Coerce, type CoercionContext, MAX_DEPTH, TOO_DEEP } from './coercion.ts';
import { coerceItems } from './prepareLeafReader.ts';
import { INPUT_SYNTAXES, type InputSyntax } from './inputSyntax.ts';

/**
 * Prepares the coercion of values to input types. An input object is compiled once, when the first value of it is read: a filter refers to all
 * others, most of which no client sends.
 */
export class JsonReaders {
  readonly #objects = new Map<string, Coerce<unknown>>();
  readonly #context: CoercionContext;
  readonly #syntax: InputSyntax;
  readonly #others = new Map<InputSyntax, JsonReaders>();

  constructor(context: CoercionContext, syntax = INPUT_SYNTAXES.json) {
    this.#context = context;
    this.#syntax = syntax;
  }

  /** The readers of the same types in a syntax, which is made at the first need. */
  in(syntax: InputSyntax): JsonReaders {
    if (syntax === this.#syntax) return this;
    let other = this.#others.get(syntax);
    if (!other) this.#others.set(syntax, (other = new JsonReaders(this.#context, syntax)));
    return other;
  }

  /** A type as in SDL; the constraints hold for it, or for the items of a list. */
  prepare(type: string, constraints: Constraints = {}): Coerce<unknown> {
    return this.#prepareNode(typeNode(type), constraints);
  }

  #prepareNode(node: TypeNode, constraints: Constraints): Coerce<unknown> {
    return this.#syntax.withNull(node, this.#prepareValue(node, constraints));
  }

  #prepareValue(node: TypeNode, constraints: Constraints): Coerce<unknown> {
    if (node.kind === Kind.LIST_TYPE) return this.#prepareList(node.type, constraints);
    if (node.kind !== Kind.NAMED_TYPE) return this.#prepareValue(node.type, constraints);
    const name = node.name.value;
    const object = constraints.values ? undefined : this.#context.types.inputs[name];
    if (object) return this.#prepareObject(name, object);
    return this.#syntax.prepareLeaf(name, constraints, this.#context);
  }

  #prepareList(of: TypeNode, constraints: Constraints): Coerce<unknown> {
    const { minItems: _, maxItems: __, ...forItems } = constraints;
    // An item that is one of several texts can stand for a list.
    const read = forItems.values
      ? this.#syntax.withNull(of, this.#syntax.prepareLeaf('', forItems, this.#context))
      : this.#prepareNode(of, forItems);
    const list = { read, constraints, skipsExcess: true };
    const { itemsOf, noList } = this.#syntax;
    return (input, path, problems) => {
      const items = itemsOf(input, of);
      if (items) return coerceItems(items, list, path, problems);
      problems.add(path, noList, 'type');
      return input;
    };
  }

  #prepareObject(name: string, plan: InputObjectPlan): Coerce<unknown> {
    const known = this.#objects.get(name);
    if (known) return known;
    let read: Coerce<unknown> | undefined;
    const late: Coerce<unknown> = (input, path, problems) => {
      if (path.depth <= MAX_DEPTH) return (read ??= this.#prepareFields(plan))(input, path, problems);
      problems.add(path, TOO_DEEP);
      return input;
    };
    this.#objects.set(name, late);
    return late;
  }

  #prepareFields({ fields, isOneOf }: InputObjectPlan): Coerce<unknown> {
    // The only field is not null, so that an empty text of a form is its value; a null of JSON has the problem of `exactlyOne`.
    const suffix = isOneOf && this.#syntax === INPUT_SYNTAXES.form ? '!' : '';
    const read = this.prepareObject(
      fields.map(({ wireName, name: key, required, type }) => ({
        name: wireName,
        key,
        required,
        read: this.prepare(type + suffix),
      })),
    );
    if (!isOneOf) return read;
    return exactlyOne(read, this.#ignoresUnknown ? fields.map(({ wireName }) => wireName) : undefined);
  }

  /** An object of these properties; absent ones stay absent, and the conventions decide about others. */
  prepareObject(properties: readonly Property[]): Coerce<unknown> {
    const byName = new Map(properties.map((property) => [property.name, property]));
    const names = [...byName.keys()];
    const ignoresUnknown = this.#ignoresUnknown;
    const { noObject } = this.#syntax;
    // `__proto__` is a property like any other where an object has no prototype, and one such as `toString` can be absent.
    const create = properties.some(({ key }) => key in Object.prototype)
      ? () => Object.create(null) as object
      : () => ({});
    return (input, path, problems) => {
      if (!isJsonObject(input)) {
        problems.add(path, noObject, 'type');
        return input;
      }
      const below = path.below();
      const value = create() as Record<string, unknown>;
      for (const { name, key, required, read } of properties) {
        if (problems.isFull) return value;
        below.key = name;
        if (Object.hasOwn(input, name)) value[key] = read(input[name], below, problems);
        else if (required) problems.add(below, 'is required', 'required');
      }
      for (const name of ignoresUnknown ? [] : Object.keys(input)) {
        if (problems.isFull) return value;
        if (byName.has(name)) continue;
        below.key = name;
        const message = () => `is not a known property${suggest(name, names, 'properties')}`;
        problems.add(below, message, 'additionalProperties');
      }
      return value;
    };
  }

  get #ignoresUnknown(): boolean {
    return this.#context.conventions.unknown.body === 'ignore';
  }
}

/** A property of a JSON object. */
export interface Property {
  /** On the wire. */
  name: string;
  /** In the value that is read. */
  key: string;
  required: boolean;
  read: Coerce<unknown>;
}

export function isJsonObject(input: unknown): input is Record<string, unknown> {
  return isObject(input) && !(input instanceof UploadedFile);
}

/** Without `names`, every property counts. See the GraphQL specification, section 3.10.1, OneOf Input Objects. */
function exactlyOne(read: Coerce<unknown>, names?: readonly string[]): Coerce<unknown> {
  return (input, path, problems) => {
    if (isJsonObject(input)) {
      const counted = names?.filter((name) => Object.hasOwn(input, name)) ?? Object.keys(input);
      const values = counted.map((name) => input[name]);
      if (values.length !== 1 || values[0] === null) {
        const keyword = values.length > 1 ? 'maxProperties' : 'minProperties';
        problems.add(path, 'must have exactly one property', keyword);
      }
    }
    return read(input, path, problems);
  };
}
