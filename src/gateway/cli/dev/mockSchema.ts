import { addMocksToSchema } from '@graphql-tools/mock';
import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';

/** The schema with made-up data. */
export function mockSchema(schema: GraphQLSchema, _conventions: Conventions): GraphQLSchema {
  const scalars = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  return addMocksToSchema({ schema, mocks: Object.fromEntries(scalars.map(({ name }) => [name, () => 1])) });
}
