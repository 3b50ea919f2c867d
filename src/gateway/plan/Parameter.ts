import type { ConstValueNode, GraphQLInputType } from 'graphql';
import type { Constraints } from './Constraints.ts';

/** One input of an endpoint, as its clients see it. */
export interface Parameter {
  /** The wire name; in a body its dots descend. */
  name: string;
  /** The variable of the operation that it fills. */
  variable: string;
  /** `body` is a property of the JSON body, `whole` the body itself. */
  source: 'path' | 'query' | 'header' | 'body' | 'whole';
  type: GraphQLInputType;
  required: boolean;
  defaultValue: ConstValueNode | undefined;
  constraints: Constraints;
  /** Text that stands for null in a path, a query or a header. */
  nullAs: string | undefined;
  /** As a client would send it. */
  example: unknown;
  description: string | undefined;
}
