import type { GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getNamedType, isAbstractType, isLeafType, isObjectType } from 'graphql';
import type { Conventions } from '../../../conventions/Conventions.ts';
import { withoutErrors } from './errorTypes.ts';
import { keyField } from './keyFields.ts';
import { type MakeLeaf, compileLeaf } from './compileLeaf.ts';
import { MockState } from './MockState.ts';

/** What the mocked fields of a schema share. */
export class MockContext {
  readonly schema: GraphQLSchema;
  readonly conventions: Conventions;
  readonly state = new MockState();
  readonly #leaves = new Map<string, MakeLeaf | undefined>();

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
    if (!this.#leaves.has(coordinate)) this.#leaves.set(coordinate, this.#compileLeaf(type, fieldName));
    return this.#leaves.get(coordinate);
  }

  /** The key of the object with this number in the list of all objects of a type. */
  keyAt(type: GraphQLNamedType, index: number): string {
    const object = this.concrete(type);
    const name = object && keyField(object);
    if (!object || name === undefined) return String(index);
    const named = getNamedType(object.getFields()[name]!.type);
    const isText = named.name === 'String' || named.name === 'ID' || named.name === 'Int';
    return isText ? String(index) : String(this.leaf(object, name)!(String(index)));
  }

  #compileLeaf(type: GraphQLObjectType, fieldName: string): MakeLeaf | undefined {
    const field = type.getFields()[fieldName];
    const named = field && getNamedType(field.type);
    if (!named || !isLeafType(named)) return undefined;
    const make = compileLeaf(named, { typeName: type.name, fieldName }, this.conventions);
    return fieldName === keyField(type) ? compileKey(named.name, make) : make;
  }
}

/** The value of a key field is the key itself, as a value of its type. */
function compileKey(typeName: string, make: MakeLeaf): MakeLeaf {
  return (key) => {
    if (typeName === 'String' || typeName === 'ID') return key;
    return typeof make('7') === 'number' && /^\d+$/.test(key) ? Number(key) : make(key);
  };
}
