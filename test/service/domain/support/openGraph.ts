import { type GraphQLSchema, graphql } from 'graphql';
import type { Database, DatabaseClient } from '../../../../src/service/database/Database.ts';
import type { RequestContext } from '../../../../src/service/domain/Subgraph.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';
import { mergedSchema } from '../../federation/support/mergedSchema.ts';

/** The result of a query as JSON, with the visible part of its errors. */
export interface Answer {
  data: unknown;
  errors: { message: string; path: unknown; code: unknown; problems: unknown }[];
}

/** The merged schema over a database of its own with the demo data set. */
export interface Graph {
  database: Database;
  /** The Prisma client, for what a test prepares. */
  client(): Promise<DatabaseClient>;
  schema: GraphQLSchema;
  run(query: string, variables?: Record<string, unknown>): Promise<Answer>;
  /** The data of a query that must succeed. */
  read<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** The SQL of the statements that run while `work` does. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

export const context: RequestContext = {
  caller: { subject: 'test', scopes: new Set(), claims: {}, authorization: '' },
  requestId: 'test',
  signal: new AbortController().signal,
};

export async function openGraph(): Promise<Graph> {
  let statements: string[] = [];
  const database = await openTestDatabase({ onStatement: (sql: string) => statements.push(sql) });
  const schema = mergedSchema(database);
  const run = async (source: string, variableValues: Record<string, unknown> = {}): Promise<Answer> => {
    const { data, errors = [] } = await graphql({ schema, source, variableValues, contextValue: context });
    return {
      data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
      errors: errors.map(({ message, path, extensions }) => ({
        message,
        path,
        code: extensions['code'],
        problems: extensions['problems'],
      })),
    };
  };
  return {
    database,
    client: () => database.run({}, async (client) => client),
    schema,
    run,
    read: async <Data>(query: string, variables?: Record<string, unknown>) => {
      const { data, errors } = await run(query, variables);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data as Data;
    },
    statementsOf: async (work) => {
      statements = [];
      await work();
      return statements;
    },
    close: () => database.close(),
  };
}
