import { type GraphQLSchema, buildSchema, graphqlSync } from 'graphql';
import { mockSchema } from '../../../../../src/authoring/mock/mockSchema.ts';
import type { Conventions } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';

/** Data of an operation; what a test reads of it has the type that it expects. */
export type Data = ReturnType<typeof JSON.parse>;

/** Executes operations over the mock data of one schema; returns the data, and throws the first error. */
export function executeMocked(
  schema: string | GraphQLSchema,
  conventions: Partial<Conventions> = {},
): (operation: string, variables?: Record<string, unknown>) => Data {
  const built = typeof schema === 'string' ? buildSchema(schema) : schema;
  const mocked = mockSchema(built, { ...DEFAULT_CONVENTIONS, ...conventions });
  return (source, variableValues = {}) => {
    const { data, errors } = graphqlSync({ schema: mocked, source, variableValues });
    if (errors) throw errors[0]!;
    return JSON.parse(JSON.stringify(data)) as Data;
  };
}
