import type { Schema } from './Schema.ts';

/** The part of OpenAPI documents that no plan has. */
export interface OpenApiSettings {
  /** '' for none. */
  basePath: string;
  /** Goes into `info` as it is. See OpenAPI 3.1, section 4.8.2. */
  publisher?: { contact: Schema; license: Schema };
  /** The page that describes deprecations, below the base path; absent where none is served. */
  changesPath?: string;
  /** Whether endpoints require no credentials. */
  open?: boolean;
}
