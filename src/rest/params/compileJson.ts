import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Conventions } from '../document/Conventions.ts';
import { nameOnWire } from '../document/nameOnWire.ts';
import type { Coerce } from './Coerce.ts';
import type { Constraints } from './Constraints.ts';
import { itemsFault } from './compileTextFault.ts';
import { compileLeaf } from './compileLeaf.ts';
import { MOST_LEVELS, TOO_DEEP } from './isTooDeep.ts';
import { MOST_PROBLEMS } from '../problem/invalidInput.ts';
import { suggest } from './suggest.ts';

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
      return (input, field, problems) => {
        if (input !== null) return read(input, field, problems);
        problems.push({ field, message: 'must not be null' });
        return null;
      };
    }
    const read = this.#compileValue(type, constraints);
    return (input, field, problems) => (input === null ? null : read(input, field, problems));
  }

  #compileValue(type: GraphQLInputType, constraints: Constraints): Coerce<unknown> {
    if (isListType(type)) {
      const { minItems: _, maxItems: __, ...forItems } = constraints;
      const item = this.compile(type.ofType, forItems);
      return (input, field, problems) => {
        if (!Array.isArray(input)) {
          problems.push({ field, message: 'must be an array' });
          return input;
        }
        const message = itemsFault(input.length, constraints);
        if (message !== undefined) problems.push({ field, message });
        // What is too long is refused as a whole, so that it costs no more than what is not.
        if (input.length > (constraints.maxItems ?? Infinity)) return input;
        return input.map((each, index) => item(each, `${field}.${index}`, problems));
      };
    }
    if (!isInputObjectType(type))
      return compileLeaf(type as Parameters<typeof compileLeaf>[0], constraints, this.#conventions).fromJson;

    // The object is entered before its fields are compiled, so that a field of its own type finds it.
    const known = this.#objects.get(type);
    if (known) return known;
    let read: Coerce<unknown> | undefined;
    const late: Coerce<unknown> = (input, field, problems) => {
      // Every level is a dot of the name.
      if (field.length < 2 * MOST_LEVELS || field.split('.').length <= MOST_LEVELS)
        return read!(input, field, problems);
      problems.push({ field, message: TOO_DEEP });
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

/** Reads a JSON object of exactly these properties; absent ones stay absent. `field` is '' for the body itself. */
export function readObject(properties: readonly Property[]): Coerce<unknown> {
  const known = new Map(properties.map((property) => [property.name, property]));
  const names = [...known.keys()];
  return (input, field, problems) => {
    if (!isJsonObject(input)) {
      problems.push({ field: field || 'body', message: 'must be a JSON object' });
      return input;
    }
    const path = (name: string) => (field === '' ? name : `${field}.${name}`);
    const value: Record<string, unknown> = {};
    for (const { name, key, required, read } of properties) {
      if (Object.hasOwn(input, name)) value[key] = read(input[name], path(name), problems);
      else if (required) problems.push({ field: path(name), message: 'is required' });
    }
    for (const name of Object.keys(input)) {
      // More than anybody is told of need not be looked at either.
      if (problems.length > MOST_PROBLEMS) break;
      if (!known.has(name))
        problems.push({ field: path(name), message: `is not a known property${suggest(name, names)}` });
    }
    return value;
  };
}

export function isJsonObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** See the GraphQL specification, section 3.10.1, OneOf Input Objects. */
function exactlyOne(read: Coerce<unknown>): Coerce<unknown> {
  return (input, field, problems) => {
    if (isJsonObject(input)) {
      const given = Object.values(input);
      if (given.length !== 1 || given[0] === null) problems.push({ field, message: 'must have exactly one property' });
    }
    return read(input, field, problems);
  };
}
