import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Conventions } from '../../gateway/plan/conventions/Conventions.ts';
import { type MakeLeaf, prepareLeaf } from './mockLeaf.ts';
import { LIST_LENGTH, keyFields, withoutErrors } from './mockTypes.ts';

/** Arguments, or the values of an object, by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** An object of the mock data. */
export interface MockObject {
  /** That of an interface or a union is resolved when the object is selected. */
  typeName: string;
  readonly key: string;
  /** The values of fields that are not made from type and key. */
  readonly values: Values;
}

export function mockObject(typeName: string, key: string, values: Values = {}): MockObject {
  return { typeName, key, values };
}

/** What mutations wrote of one object. */
export interface Writes {
  key: string;
  values: Values;
  isCreated: boolean;
  isDeleted: boolean;
  /** The arguments of the mutation that created it. */
  args: Values;
}

/** What the mocked fields of a schema share. */
export class MockContext {
  readonly schema: GraphQLSchema;
  readonly conventions: Conventions;
  /** The objects that mutations created, changed or deleted in this process. */
  readonly #writes = new Map<string, Map<string, Writes>>();
  readonly #leaves = new Map<string, MakeLeaf>();

  constructor(schema: GraphQLSchema, conventions: Conventions) {
    this.schema = schema;
    this.conventions = conventions;
  }

  /** The type itself; of an interface or a union the first possible type that is no error; undefined for a leaf. */
  concrete(type: GraphQLNamedType): GraphQLObjectType | undefined {
    if (isObjectType(type)) return type;
    return isAbstractType(type) ? withoutErrors(this.schema.getPossibleTypes(type))[0] : undefined;
  }

  /** The value of a leaf of an object: what was written, or else what is made from its key. */
  leafValue(type: GraphQLObjectType, fieldName: string, key: string): unknown {
    const written = this.find(type.name, key)?.values;
    if (written && Object.hasOwn(written, fieldName)) return written[fieldName];
    const make = this.#leaf(type, fieldName);
    if (fieldName !== keyFields(type)[0]) return make(key);
    // The value of a key field is the key itself, as a value of its type.
    const value = make(key);
    if (typeof value === 'string') return key;
    return typeof value === 'number' && /^\d+$/.test(key) ? Number(key) : value;
  }

  /** The key of the object with this number in the list of all objects of a type. */
  keyAt(type: GraphQLObjectType, index: number): string {
    const [name] = keyFields(type);
    if (name === undefined) return String(index);
    const make = this.#leaf(type, name);
    const key = String(make(String(index)));
    // A pattern can have one text for all numbers.
    return key === String(make(String(index + 1))) ? String(index) : key;
  }

  /** The keys of the objects that there are of a type before any mutation. */
  listKeys(type: GraphQLObjectType): string[] {
    return Array.from({ length: LIST_LENGTH }, (_, index) => this.keyAt(type, index + 1));
  }

  /** Undefined where nothing was written. */
  find(typeName: string, key: string): Writes | undefined {
    return this.#writes.get(typeName)?.get(key);
  }

  isDeleted(typeName: string, key: string): boolean {
    return this.find(typeName, key)?.isDeleted === true;
  }

  /** All that was written of objects of a type, in the order of their first writes. */
  list(typeName: string): Writes[] {
    return [...(this.#writes.get(typeName)?.values() ?? [])];
  }

  /** Adds values to those that were written before. */
  write({ typeName, key, values }: MockObject, change: Partial<Omit<Writes, 'key' | 'values'>> = {}): void {
    const before = this.find(typeName, key) ?? { key, values: {}, isCreated: false, isDeleted: false, args: {} };
    const objects = this.#writes.get(typeName) ?? new Map<string, Writes>();
    this.#writes.set(typeName, objects.set(key, { ...before, ...change, values: { ...before.values, ...values } }));
  }

  #leaf(type: GraphQLObjectType, fieldName: string): MakeLeaf {
    const coordinate = `${type.name}.${fieldName}`;
    let make = this.#leaves.get(coordinate);
    if (!make) {
      const named = getNamedType(type.getFields()[fieldName]!.type);
      if (!isLeafType(named)) throw new TypeError(`${coordinate} is not a leaf.`);
      make = prepareLeaf(named, { typeName: type.name, fieldName }, this.conventions);
      this.#leaves.set(coordinate, make);
    }
    return make;
  }
}
