/** A value of the data that is sent as a header of a success. */
export interface HeaderPlan {
  /** As it is written in the document. */
  name: string;
  /** The response keys from the root of the data. */
  path: readonly string[];
  /** The name of a scalar or an enum. */
  type: string;
  /** Whether every success has it. */
  required: boolean;
  description?: string;
}
