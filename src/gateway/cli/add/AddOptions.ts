import type { ApiOptions } from '../project/resolveProject.ts';

/** The options of add, as commander parses them. */
export interface AddOptions extends ApiOptions {
  /** The number of the version that gets the endpoint. Default: the newest. */
  version?: string;
}
