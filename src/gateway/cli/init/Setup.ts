/** What the files of a new project are written for. All paths are relative to its folder, with forward slashes. */
export interface Setup {
  /** The schema file: SDL, the JSON of an introspection, or a module. */
  schema: string;
  /** The URL of the GraphQL API that executes. Absent: a library executes, or nothing yet. */
  upstream?: string;
  /** The names of the headers of every request to it, in lower case. Their values are secrets. */
  headers: readonly string[];
  /** The folder of endpoint documents. */
  endpoints: string;
}
