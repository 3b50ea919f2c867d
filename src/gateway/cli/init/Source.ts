import type { GraphQLSchema } from 'graphql';

/** The GraphQL API that a project is set up for. */
export interface Source {
  schema: GraphQLSchema;
  /** The schema file, relative to the folder of the project, with forward slashes. */
  file: string;
  /** The SDL of an upstream, for the file. Absent: the file exists. */
  sdl?: string;
  /** The URL that was introspected. */
  upstream?: string;
}
