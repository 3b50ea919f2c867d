import { Kind, type TypeNode, parseType } from 'graphql';

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
