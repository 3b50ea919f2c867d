import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';
import type { Coerce } from './Coerce.ts';
import type { Constraints } from '../plan/Constraints.ts';
import { itemsFault } from './compileTextFault.ts';
import { compileLeaf } from './compileLeaf.ts';
import { MOST_LEVELS, TOO_DEEP } from './isTooDeep.ts';
import { suggest } from '../errors/suggest.ts';

const UNBOUND: Constraints = {};

/** Compiles how JSON values are read into input types; an input type that refers to itself is compiled once. */
export class JsonCompiler {
  readonly #objects = new Map<GraphQLInputObjectType, Coerce<unknown>>();
  readonly #conventions: Conventions;

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
  }

  /** Reads one type; the constraints hold for it, or for the items of a list. */
  compile(type: GraphQLInputType, constraints: Constraints = UNBOUND): Coerce<unknown> {
    if (isNonNullType(type)) {
      const read = this.#compileValue(type.ofType, constraints);
      return (input, path, problems) => {
        if (input !== null) return read(input, path, problems);
        problems.add(path, 'must not be null');
        return null;
      };
    }
    const read = this.#compileValue(type, constraints);
    return (input, path, problems) => (input === null ? null : read(input, path, problems));
  }

  #compileValue(type: GraphQLInputType, constraints: Constraints): Coerce<unknown> {
    if (isListType(type)) {
      const { minItems: _, maxItems: __, ...forItems } = constraints;
      const item = this.compile(type.ofType, forItems);
      return (input, path, problems) => {
        if (!Array.isArray(input)) {
          problems.add(path, 'must be an array');
          return input;
        }
        const message = itemsFault(input.length, constraints);
        if (message !== undefined) problems.add(path, message);
        // What is too long is refused as a whole, so that it costs no more than what is not.
        if (input.length > (constraints.maxItems ?? Infinity)) return input;
        const below = path.below();
        const items: unknown[] = [];
        for (let index = 0; index < input.length && !problems.isFull; index++) {
          below.key = index;
          items.push(item(input[index], below, problems));
        }
        return items;
      };
    }
    if (!isInputObjectType(type))
      return compileLeaf(type as Parameters<typeof compileLeaf>[0], constraints, this.#conventions).fromJson;

    // The object is entered before its fields are compiled, so that a field of its own type finds it.
    const known = this.#objects.get(type);
    if (known) return known;
    let read: Coerce<unknown> | undefined;
    const late: Coerce<unknown> = (input, path, problems) => {
      if (path.depth <= MOST_LEVELS) return read!(input, path, problems);
      problems.add(path, TOO_DEEP);
      return input;
    };
    this.#objects.set(type, late);
    read = readObject(
      Object.values(type.getFields()).map((each) => ({
        name: nameOnWire(each.name, this.#conventions),
        key: each.name,
        required: isRequiredInputField(each),
        read: this.compile(each.type),
      })),
    );
    if (type.isOneOf) read = exactlyOne(read);
    return late;
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

/** Reads a JSON object of exactly these properties; absent ones stay absent. */
export function readObject(properties: readonly Property[]): Coerce<unknown> {
  const known = new Map(properties.map((property) => [property.name, property]));
  const names = [...known.keys()];
  return (input, path, problems) => {
    if (!isJsonObject(input)) {
      problems.add(path, 'must be a JSON object');
      return input;
    }
    const below = path.below();
    const value: Record<string, unknown> = {};
    for (const { name, key, required, read } of properties) {
      if (problems.isFull) return value;
      below.key = name;
      if (Object.hasOwn(input, name)) value[key] = read(input[name], below, problems);
      else if (required) problems.add(below, 'is required');
    }
    for (const name of Object.keys(input)) {
      if (problems.isFull) return value;
      if (known.has(name)) continue;
      below.key = name;
      problems.add(below, () => `is not a known property${suggest(name, names)}`);
    }
    return value;
  };
}

export function isJsonObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** See the GraphQL specification, section 3.10.1, OneOf Input Objects. */
function exactlyOne(read: Coerce<unknown>): Coerce<unknown> {
  return (input, path, problems) => {
    if (isJsonObject(input)) {
      const given = Object.values(input);
      if (given.length !== 1 || given[0] === null) problems.add(path, 'must have exactly one property');
    }
    return read(input, path, problems);
  };
}
