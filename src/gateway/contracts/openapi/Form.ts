import type { Schema } from '../../describe/openapi/Schema.ts';

/** One kind of value that a schema allows: of a single type, with what bounds it. */
export interface Form {
  /** Undefined: any type. */
  type: string | undefined;
  /** Without references; null is a form of its own and not in its `enum`. */
  schema: Schema;
  /** The name of the component that it is. */
  shape?: string;
}
