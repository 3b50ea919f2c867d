import { type ASTVisitor, type FieldNode, Kind, ProvidedRequiredArgumentsRule, type ValidationContext } from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';

/** GraphQL's rule about required arguments; those that `@paginate` passes by itself count as provided. */
export function pagedArguments({ first, offset }: ConnectionNames): (context: ValidationContext) => ASTVisitor {
  const passed = [first, offset].map((value) => ({
    kind: Kind.ARGUMENT as const,
    name: { kind: Kind.NAME as const, value },
    value: { kind: Kind.NULL as const },
  }));
  return (context) => {
    const rule = ProvidedRequiredArgumentsRule(context) as { Field: { leave: (node: FieldNode) => unknown } };
    return {
      ...(rule as ASTVisitor),
      Field: {
        leave: (node) =>
          rule.Field.leave(
            isPaged(node) ? { ...node, arguments: [...(node.arguments ?? []), ...passed] } : node,
          ) as undefined,
      },
    };
  };
}

function isPaged(node: FieldNode): boolean {
  return node.directives?.some(({ name }) => name.value === 'paginate') ?? false;
}
