// GraphQL's validation rules with the hints of EXPLANATIONS.
import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  type NamedTypeNode,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  TypeInfo,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  getEnterLeaveForKind,
  specifiedRules,
  visit,
} from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { isOwnDirective } from './directives.ts';
import { EXPLANATIONS } from './explanations.ts';
import { memoizeByNode } from './memoizeByNode.ts';

/** `assembleDocument` reports unknown shapes. */
const RULES = specifiedRules.filter((rule) => rule !== KnownFragmentNamesRule);

/** The rules for a complete operation: those of GraphQL, where `@paginate` passes arguments by itself. */
export function operationRules(connection: ConnectionNames): ValidationRule[] {
  const rules = RULES.map((rule) =>
    rule === ProvidedRequiredArgumentsRule ? explained(pagedArguments(connection), rule) : explained(rule),
  );
  return [combineRules([...rules, { rule: literalArguments }])];
}

/** The variables that a definition itself uses. Three rules compare them with those that an operation declares. */
const variableUsages = memoizeByNode(
  (node: OperationDefinitionNode | FragmentDefinitionNode, schema: GraphQLSchema) => {
    const nothing = { kind: Kind.DOCUMENT, definitions: [] } as const;
    return new ValidationContext(schema, nothing, new TypeInfo(schema), () => {}).getVariableUsages(node);
  },
);

/** The rules for shapes without an operation. Arguments that are missing are reported where a shape is spread. */
export const SHAPE_RULES: readonly ValidationRule[] = [
  combineRules([
    ...RULES.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== ProvidedRequiredArgumentsRule).map((rule) =>
      explained(rule),
    ),
    { rule: literalArguments },
  ]),
];

/** The rules that arguments, variables and fields of a page can break in an operation that is valid without them. */
export const PAGE_RULES: readonly ValidationRule[] = [
  combineRules(
    [
      FieldsOnCorrectTypeRule,
      KnownArgumentNamesRule,
      OverlappingFieldsCanBeMergedRule,
      ProvidedRequiredArgumentsRule,
      ScalarLeafsRule,
      VariablesInAllowedPositionRule,
    ].map((rule) => ({ rule })),
  ),
];

/** The rules for the directives of an operation, whatever the schema. */
export const DIRECTIVE_RULES: readonly ValidationRule[] = [
  combineRules([
    ...[
      KnownDirectivesRule,
      UniqueDirectivesPerLocationRule,
      KnownArgumentNamesRule,
      UniqueArgumentNamesRule,
      ValuesOfCorrectTypeRule,
      ProvidedRequiredArgumentsRule,
    ].map((rule) => explained(rule)),
    { rule: literalArguments },
  ]),
];

/** The rule; its errors have a `hint` among their extensions, and what they are about as their first node. */
function explained(rule: ValidationRule, as: ValidationRule = rule): ExplainedRule {
  const explain = EXPLANATIONS.get(as);
  return {
    rule: rule === KnownTypeNamesRule ? knownTypeNames : rule,
    explain:
      explain &&
      ((error, context) => {
        const explanation = explain(error, context);
        if (!explanation) return undefined;
        const { message = error.message, node = error.nodes?.[0], hint } = explanation;
        return new GraphQLError(message, { nodes: node ?? null, extensions: { hint } });
      }),
  };
}

/** KnownTypeNamesRule, which lists the types of the schema for each document, only where a type is unknown. */
function knownTypeNames(context: ValidationContext): ASTVisitor {
  let rule: { NamedType: ASTVisitFn<NamedTypeNode> } | undefined;
  return {
    NamedType(...visited) {
      if (context.getSchema().getType(visited[0].name.value)) return undefined;
      rule ??= KnownTypeNamesRule(context) as { NamedType: ASTVisitFn<NamedTypeNode> };
      return rule.NamedType.apply(this, visited) as undefined;
    },
  };
}

/** A rule, and what its errors are reported as; undefined: not at all. */
interface ExplainedRule {
  rule: ValidationRule;
  explain?: ((error: GraphQLError, context: ValidationContext) => GraphQLError | undefined) | undefined;
}

/** A rule in the validation of one document. */
interface RunningRule extends ExplainedRule {
  visitor: ASTVisitor;
  /** The node whose children the rule does not visit. */
  skipped: ASTNode | undefined;
}

/** What a running rule does at the nodes of one kind. */
interface Handler {
  running: RunningRule;
  enter?: ASTVisitFn<ASTNode> | undefined;
  leave?: ASTVisitFn<ASTNode> | undefined;
}

/**
 * One rule that runs all of them, each as if it were alone. GraphQL's own `visitInParallel` asks every rule about every kind of node
 * for each document, which takes longer than validating a small one; here, a rule is asked about the kinds that are there.
 */
export function combineRules(rules: readonly ExplainedRule[]): ValidationRule {
  return (context) => {
    let running: RunningRule;
    const shared = Object.create(context, {
      reportError: {
        value: (error: GraphQLError) => {
          const explained = running.explain ? running.explain(error, context) : error;
          if (explained) context.reportError(explained);
        },
      },
      getVariableUsages: {
        value: (node: OperationDefinitionNode | FragmentDefinitionNode) => variableUsages(node, context.getSchema()),
      },
    }) as ValidationContext;
    const all = rules.map((each): RunningRule => ({ ...each, visitor: each.rule(shared), skipped: undefined }));
    const handlers = new Map<string, readonly Handler[]>();
    const handlersOf = (kind: ASTNode['kind']): readonly Handler[] => {
      const known = handlers.get(kind);
      if (known) return known;
      const found = all.flatMap((each): Handler[] => {
        const { enter, leave } = getEnterLeaveForKind(each.visitor, kind);
        return enter || leave ? [{ running: each, enter, leave }] : [];
      });
      handlers.set(kind, found);
      return found;
    };
    return {
      enter(node, ...place) {
        for (const handler of handlersOf(node.kind)) {
          ({ running } = handler);
          if (running.skipped || !handler.enter) continue;
          if (handler.enter.call(running.visitor, node, ...place) === false) running.skipped = node;
        }
      },
      leave(node, ...place) {
        for (const handler of handlersOf(node.kind)) {
          ({ running } = handler);
          if (running.skipped === node) running.skipped = undefined;
          else if (!running.skipped) handler.leave?.call(running.visitor, node, ...place);
        }
      },
    };
  };
}

/** Validation rule: the arguments of the endpoint directives are read before there is a request, so none is a variable. */
function literalArguments(context: ValidationContext): ASTVisitor {
  return {
    Directive(node) {
      if (!isOwnDirective(node)) return;
      visit(node, {
        Variable(variable) {
          const message = `An argument of @${node.name.value} must be a literal, not the variable $${variable.name.value}.`;
          const extensions = { hint: 'Write the value itself.' };
          context.reportError(new GraphQLError(message, { nodes: variable, extensions }));
        },
      });
    },
  };
}

/** The arguments that a page passes. */
const PASSED = ['first', 'offset', 'page'] as const;

/** GraphQL's rule about required arguments; those that `@paginate` passes by itself count as provided. */
function pagedArguments(names: ConnectionNames): (context: ValidationContext) => ASTVisitor {
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
