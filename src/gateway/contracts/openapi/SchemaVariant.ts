import type { Schema } from '../../describe/openapi/Schema.ts';

/** One of the variants that a schema allows: of a single type, with the keywords that constrain it. */
export interface SchemaVariant {
  /** Undefined: any type. */
  type: string | undefined;
  /** Without references; null is a variant of its own and not in its `enum`. */
  schema: Schema;
  /** The name of the component that it is. */
  component?: string;
}
