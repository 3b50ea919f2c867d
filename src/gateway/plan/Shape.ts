import type { Failures } from '../runtime/failures.ts';
import type { GraphQLCompositeType, GraphQLEnumType, GraphQLScalarType } from 'graphql';

/** What a selection looks like in JSON, all fragments resolved. Every node says whether it can be null. */
export type Shape =
  /** `names` are all values of a `__typename`. */
  | { kind: 'leaf'; type: GraphQLScalarType | GraphQLEnumType; names?: readonly string[]; nullable: boolean }
  | { kind: 'list'; of: Shape; nullable: boolean }
  /** An object that is left out of the answer: `of` is the shape of its only child, `field` its name in the schema. */
  | { kind: 'unwrapped'; key: string; field: string; of: Shape; failures?: Failures | undefined; nullable: boolean }
  /**
   * A Relay connection. In an envelope only its items are sent: those at `key`, or at `node` of each of them. Without one
   * `selected` is sent as it is.
   */
  | {
      kind: 'connection';
      key: string;
      node: string | undefined;
      of: Shape;
      selected: Shape & { kind: 'object' | 'unwrapped' };
      nullable: boolean;
    }
  | {
      kind: 'object';
      type: GraphQLCompositeType;
      properties: readonly ShapeProperty[];
      /** The types that it can be, and that have none of the properties. */
      unselected: readonly string[];
      /** The shape of the version that the object is, where it is one and nothing else. */
      component: string | undefined;
      /** What of it tells of failure, and so is never sent. */
      failures?: Failures | undefined;
      nullable: boolean;
    };

export interface ShapeProperty {
  /** The name of the field in the schema. */
  field: string;
  /** The response key, which is the name in JSON. */
  key: string;
  shape: Shape;
  /** False where `@include`, `@skip` or a type condition can leave it out. */
  required: boolean;
  description: string | undefined;
  deprecated: string | undefined;
}
