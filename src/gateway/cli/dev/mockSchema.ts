import { type IMockStore, type KeyTypeConstraints, addMocksToSchema } from '@graphql-tools/mock';
import { type GraphQLSchema, isAbstractType, isObjectType } from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';
import { MockContext } from './mock/MockContext.ts';
import { compileField } from './mock/compileField.ts';
import { compileMutation } from './mock/compileMutation.ts';
import { resolveType } from './mock/resolveType.ts';

/** The key of the objects of the root types. */
const ROOT = '1';

type Make = (key: string, args: Readonly<Record<string, unknown>>) => unknown;

/**
 * A copy of a schema that executes with mock data. A value depends on its type, field and the key of its object alone, and fits
 * its type and the conventions of its scalar; what mutations write is kept as long as the process lives.
 */
export function mockSchema(schema: GraphQLSchema, conventions: Conventions): GraphQLSchema {
  const context = new MockContext(schema, conventions);
  const fields = new Map<string, Make>();
  const isRoot = (typeName: string) => typeName === schema.getQueryType()?.name;
  const make = (typeName: string, fieldName: string): Make => {
    const coordinate = `${typeName}.${fieldName}`;
    const known = fields.get(coordinate);
    if (known) return known;
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object type.`);
    const compile = type === schema.getMutationType() ? compileMutation : compileField;
    const made = compile(type, type.getFields()[fieldName]!, context);
    fields.set(coordinate, made);
    return made;
  };
  const get = ({ typeName, key, fieldName, fieldArgs }: FieldOf): unknown => {
    const written = context.state.values(typeName, String(key));
    if (written && Object.hasOwn(written, fieldName)) return written[fieldName];
    return make(typeName, fieldName)(isRoot(typeName) || key === 'ROOT' ? ROOT : String(key), fieldArgs ?? {});
  };
  // The store of the library makes a value without its key, and keeps every value that it made. Its wiring needs `get` alone.
  const store = { schema, get } as unknown as IMockStore;
  return addMocksToSchema({ schema, store, resolvers: typeResolvers(schema) });
}

interface FieldOf {
  typeName: string;
  key: KeyTypeConstraints;
  fieldName: string;
  fieldArgs?: Record<string, unknown>;
}

/** Resolves the types of mock data, in place of the resolvers of the schema. */
function typeResolvers(schema: GraphQLSchema): Record<string, object> {
  const resolvers: Record<string, object> = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) resolvers[type.name] = { __resolveType: resolveType };
    else if (isObjectType(type) && type.isTypeOf) resolvers[type.name] = { __isTypeOf: () => true };
  }
  return resolvers;
}
