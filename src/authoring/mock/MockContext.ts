import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Conventions } from '../../gateway/conventions/Conventions.ts';
import { MockState } from './MockState.ts';
import { withoutErrors } from './errorTypes.ts';
import { keyField } from './keyFields.ts';
import { type MakeLeaf, compileLeaf } from './mockLeaf.ts';

/** What the mocked fields of a schema share. */
export class MockContext {
  readonly schema: GraphQLSchema;
  readonly conventions: Conventions;
  readonly state = new MockState();
  readonly #leaves = new Map<string, MakeLeaf | undefined>();
  readonly #keyMakers = new Map<string, (index: number) => string>();

  constructor(schema: GraphQLSchema, conventions: Conventions) {
    this.schema = schema;
    this.conventions = conventions;
  }

  /** The type itself; of an interface or a union the first possible type that is no error; undefined for a leaf. */
  concrete(type: GraphQLNamedType): GraphQLObjectType | undefined {
    if (isObjectType(type)) return type;
    return isAbstractType(type) ? withoutErrors(this.schema.getPossibleTypes(type))[0] : undefined;
  }

  /** How the values of a field that is a leaf are made; undefined for other fields. */
  leaf(type: GraphQLObjectType, fieldName: string): MakeLeaf | undefined {
    const coordinate = `${type.name}.${fieldName}`;
    if (!this.#leaves.has(coordinate)) {
      const make = this.#compileLeaf(type, fieldName);
      this.#leaves.set(coordinate, make && fieldName === keyField(type) ? compileKey(make) : make);
    }
    return this.#leaves.get(coordinate);
  }

  /** The key of the object with this number in the list of all objects of a type. */
  keyAt(type: GraphQLNamedType, index: number): string {
    const object = this.concrete(type);
    const name = object && keyField(object);
    if (!object || name === undefined) return String(index);
    return this.#keyMaker(object, name)(index);
  }

  #keyMaker(type: GraphQLObjectType, fieldName: string): (index: number) => string {
    let make = this.#keyMakers.get(type.name);
    if (!make) {
      const leaf = this.#compileLeaf(type, fieldName)!;
      // A pattern can have one text for all numbers.
      const differs = String(leaf('1')) !== String(leaf('2'));
      make = differs ? (index) => String(leaf(String(index))) : String;
      this.#keyMakers.set(type.name, make);
    }
    return make;
  }

  #compileLeaf(type: GraphQLObjectType, fieldName: string): MakeLeaf | undefined {
    const field = type.getFields()[fieldName];
    const named = field && getNamedType(field.type);
    return named && isLeafType(named)
      ? compileLeaf(named, { typeName: type.name, fieldName }, this.conventions)
      : undefined;
  }
}

/** The value of a key field is the key itself, as a value of its type. */
function compileKey(make: MakeLeaf): MakeLeaf {
  const sample = typeof make('7');
  return (key) => {
    if (sample === 'string') return key;
    if (!/^\d+$/.test(key)) return make(key);
    if (sample === 'number') return Number(key);
    return sample === 'bigint' ? BigInt(key) : make(key);
  };
}

/** A field of an object type. */
export interface FieldPlace {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  context: MockContext;
}

/** Makes the value of a field by the key of its object and the arguments. */
export type MakeField = (key: string, args: Readonly<Record<string, unknown>>) => unknown;
