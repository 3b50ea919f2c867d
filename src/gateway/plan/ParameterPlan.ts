import type { Constraints } from './Constraints.ts';

/** One input of an endpoint, as its clients see it. */
export interface ParameterPlan {
  /** The wire name; in a body its dots descend. */
  name: string;
  /** The variable of the operation that it fills. */
  variable: string;
  /** `body` is a property of the JSON body, `whole` the body itself. */
  source: 'path' | 'query' | 'header' | 'body' | 'whole';
  /** As in SDL: `[OrderItemInput!]!`. Not null where every use of the variable is, whatever its declaration says. */
  type: string;
  required: boolean;
  /** The variable's default as a GraphQL value in JSON; null is one, absent is none. */
  default?: unknown;
  /** The default as a client would send it; absent for none, and for null. */
  wireDefault?: unknown;
  constraints: Constraints;
  /** Text that stands for null in a path, a query or a header. */
  nullAs?: string;
  /** As a client would send it. */
  example?: unknown;
  description?: string;
}
