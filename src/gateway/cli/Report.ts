/** What a command that only reads has to say. */
export interface Report {
  /** For people, in lines. */
  text: string;
  /** For tools: its keys stay. */
  json: unknown;
  /** Whether the command ends with exit code 0, or with 1. */
  ok: boolean;
}
