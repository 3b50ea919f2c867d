// The types of inputs in a plan, by name.
import { Kind, type TypeNode, parseType } from 'graphql';

/** The enums and input objects that the endpoints of a version use, by name. A name in neither of them is a scalar. */
export interface TypeTable {
  enums: Readonly<Record<string, EnumPlan>>;
  inputs: Readonly<Record<string, InputObjectPlan>>;
}

export interface EnumPlan {
  description?: string;
  /** The wire value of each value of the enum, in the order of the schema. */
  values: Readonly<Record<string, string>>;
}

export interface InputObjectPlan {
  description?: string;
  /** Exactly one field is given. See the GraphQL specification, section 3.10.1, OneOf Input Objects. */
  isOneOf?: true;
  fields: readonly InputFieldPlan[];
}

export interface InputFieldPlan {
  /** In the schema. */
  name: string;
  wireName: string;
  /** As in SDL: `[OrderItemInput!]!`. */
  type: string;
  required: boolean;
  description?: string;
  /** As a client would send it; absent for none, and for null. */
  default?: unknown;
  /** The reason of the deprecation. */
  deprecated?: string;
}

/** The syntax tree of a type as a plan writes it: `[OrderItemInput!]!`. */
export function typeNode(type: string): TypeNode {
  return parseType(type, { noLocation: true });
}

/** The type without `!` at its end. */
export function nullableNode(node: TypeNode): Exclude<TypeNode, { kind: Kind.NON_NULL_TYPE }> {
  return node.kind === Kind.NON_NULL_TYPE ? node.type : node;
}

/** The name of a type, of its items where it is a list. */
export function typeName(type: string): string {
  return type.replaceAll(/[[\]!]/g, '');
}
