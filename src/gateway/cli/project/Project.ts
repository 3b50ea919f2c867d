import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../../config/Settings.ts';
import type { EngineSettings } from '../../createEngine.ts';
import type { Upstream } from '../../execution/remote/Upstream.ts';

/** An API that commands read: that of their options or of the configuration, or that of the program. */
export interface Project {
  /** The folder of endpoint documents. */
  endpoints: string;
  /** The folder that contains `contracts`. */
  root: string;
  /** Loads the schema, each time anew. */
  loadSchema(): Promise<GraphQLSchema>;
  /** The file of the schema. Absent: the upstream is introspected, or the program has the schema. */
  schemaFile?: string;
  /** The configuration that the project was read from. */
  configFile?: string;
  /** The GraphQL API that executes. */
  upstream?: Upstream;
  /** Headers of the configuration that are not sent to the upstream because they have no value. Absent: none. */
  headerWarnings?: readonly string[];
  /** `info.contact` and `info.license` of the OpenAPI documents. Absent: none. */
  createPublisher?(settings: Pick<Settings, 'apiName'>): NonNullable<EngineSettings['publisher']>;
}
