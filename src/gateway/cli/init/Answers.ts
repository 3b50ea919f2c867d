/** What only a person, or the options of a script, can say. */
export interface Answers {
  /** The URL of the GraphQL API that executes; absent: none. */
  upstream?: string;
  /** The folder of endpoint documents, relative to that of the project. */
  endpoints: string;
  /** The coordinates of the root fields that become endpoints; absent: all. */
  fields?: ReadonlySet<string>;
}
