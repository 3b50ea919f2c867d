import type { Problem } from './Problem.ts';

/** What the API reference shows of the development server. */
export interface DevState {
  /** Identifies the version of the files that is served. */
  revision: string;
  /** The paths of its OpenAPI documents, base path included. */
  documents: readonly string[];
  /** Why the last change is not served; empty when it is. */
  problems: readonly Problem[];
  warnings: readonly string[];
  /** Breaking changes against the published contracts. */
  breaking: readonly string[];
}
