import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../config/Settings.ts';
import type { EngineSettings } from '../createEngine.ts';

/** The API that commands read without `--schema` and `--endpoints`. The gateway alone has none. */
export interface DefaultApi {
  loadSchema(): Promise<GraphQLSchema>;
  /** The folder of endpoint documents. */
  endpoints: string;
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  createPublisher(settings: Pick<Settings, 'apiName'>): NonNullable<EngineSettings['publisher']>;
  /** The folder that contains `contracts`. */
  root: string;
}
