/** How a client may choose the version of an API. */
export type Versioning = 'path' | 'header' | 'both';

/** The versions of an API and their media types. */
export interface VersionSettings {
  /** The `<name>` of `application/vnd.<name>.v<N>+json`. */
  apiName: string;
  defaultVersion: number;
  versioning: Versioning;
  /** All versions that exist. */
  versions: readonly number[];
}
