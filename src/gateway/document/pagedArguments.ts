import { type ASTVisitor, type FieldNode, Kind, ProvidedRequiredArgumentsRule, type ValidationContext } from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';

/** The arguments that a page passes. */
const PASSED = ['first', 'offset', 'page'] as const;

/** GraphQL's rule about required arguments; those that `@paginate` passes by itself count as provided. */
export function pagedArguments(names: ConnectionNames): (context: ValidationContext) => ASTVisitor {
  return (context) => {
    const rule = ProvidedRequiredArgumentsRule(context) as { Field: { leave: (node: FieldNode) => unknown } };
    return {
      ...(rule as ASTVisitor),
      Field: { leave: (node) => rule.Field.leave(withPassed(node, names)) as undefined },
    };
  };
}

function withPassed(node: FieldNode, names: ConnectionNames): FieldNode {
  const paginate = node.directives?.find(({ name }) => name.value === 'paginate');
  if (!paginate) return node;
  const connection = paginate.arguments?.find(({ name }) => name.value === 'connection')?.value;
  // The directive itself is validated at the same time, and may be wrong.
  const own = connection?.kind === Kind.OBJECT ? connection.fields : [];
  const passed = PASSED.flatMap((key) => {
    const value = own.find(({ name }) => name.value === key)?.value;
    return (value?.kind === Kind.STRING ? value.value : names[key]) ?? [];
  });
  const added = passed.map((value) => ({
    kind: Kind.ARGUMENT as const,
    name: { kind: Kind.NAME as const, value },
    value: { kind: Kind.NULL as const },
  }));
  return { ...node, arguments: [...(node.arguments ?? []), ...added] };
}
