/** The options of init, as commander parses them. What they leave open is asked in a terminal, and else has a default. */
export interface InitOptions {
  /** Ask nothing. */
  yes?: boolean;
  /** The folder for endpoint documents. */
  endpoints?: string;
  /** Root fields, coordinates or root types, separated by commas. */
  fields?: string;
  /** The URL of the GraphQL API, for a schema file. */
  upstream?: string;
  /** Headers of every request to the upstream, as `Name: value`. */
  upstreamHeader?: string[];
}
