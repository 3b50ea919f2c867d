import type { Schema } from './Schema.ts';

/** Which OpenAPI documents there are, and the part of them that no plan has. */
export interface OpenApiSettings {
  apiName: string;
  /** '' for none. */
  basePath: string;
  defaultVersion: number;
  /** Whether paths, media types in Accept, or both choose the version. */
  versioning: 'path' | 'header' | 'both';
  /** Goes into `info` as it is. See OpenAPI 3.1, section 4.8.2. */
  publisher?: { contact: Schema; license: Schema };
  /** The page that describes deprecations, below the base path; absent where none is served. */
  changesPath?: string;
  /** Whether endpoints require no credentials. */
  open?: boolean;
}
