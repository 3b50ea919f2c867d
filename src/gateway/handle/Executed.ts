/** What an execution has led to. */
export interface Executed {
  data: Readonly<Record<string, unknown>>;
  /** At the end of the data path. */
  value: unknown;
}
