/** The options of init, as commander parses them. What they leave open is prompted for in a terminal, and has a default elsewhere. */
export interface InitOptions {
  /** No prompts. */
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
