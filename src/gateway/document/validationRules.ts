// GraphQL's validation rules with the hints of EXPLANATIONS.
import {
  type ASTVisitor,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  NoUnusedFragmentsRule,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  specifiedRules,
  visit,
} from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { isOwnDirective } from './directives.ts';
import { EXPLANATIONS } from './explanations.ts';

/** `assembleDocument` reports unknown shapes. */
const RULES = specifiedRules.filter((rule) => rule !== KnownFragmentNamesRule);

/** The rules for a complete operation: those of GraphQL, where `@paginate` passes arguments by itself. */
export function operationRules(connection: ConnectionNames): readonly ValidationRule[] {
  return [...RULES.map((rule) => explained(rule, (error) => isPassed(error, rule, connection))), literalArguments];
}

/** The rules for shapes without an operation. Arguments that are missing are reported where a shape is spread. */
export const SHAPE_RULES: readonly ValidationRule[] = [
  ...RULES.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== ProvidedRequiredArgumentsRule).map((rule) =>
    explained(rule),
  ),
  literalArguments,
];

/** The rules that arguments, variables and fields of a page can break in an operation that is valid without them. */
export const PAGE_RULES: readonly ValidationRule[] = [
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  VariablesInAllowedPositionRule,
];

/** The rules for the directives of an operation, whatever the schema. */
export const DIRECTIVE_RULES: readonly ValidationRule[] = [
  ...[
    KnownDirectivesRule,
    UniqueDirectivesPerLocationRule,
    KnownArgumentNamesRule,
    UniqueArgumentNamesRule,
    ValuesOfCorrectTypeRule,
    ProvidedRequiredArgumentsRule,
  ].map((rule) => explained(rule)),
  literalArguments,
];

/** The rule; its errors have a `hint` among their extensions, and what they are about as their first node. */
function explained(rule: ValidationRule, isAllowed: (error: GraphQLError) => boolean = () => false): ValidationRule {
  const explain = EXPLANATIONS.get(rule);
  if (!explain) return rule;
  return (context) => {
    const reportError = (error: GraphQLError) => {
      if (isAllowed(error)) return;
      const { message = error.message, node = error.nodes?.[0], hint } = explain(error, context);
      context.reportError(new GraphQLError(message, { nodes: node ?? null, extensions: { hint } }));
    };
    return rule(Object.create(context, { reportError: { value: reportError } }) as ValidationContext);
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

/** Whether an error is about a required argument that `@paginate` passes by itself. */
function isPassed({ nodes, message }: GraphQLError, rule: ValidationRule, names: ConnectionNames): boolean {
  const [node] = nodes ?? [];
  if (rule !== ProvidedRequiredArgumentsRule || node?.kind !== Kind.FIELD) return false;
  const paginate = node.directives?.find(({ name }) => name.value === 'paginate');
  if (!paginate) return false;
  const connection = paginate.arguments?.find(({ name }) => name.value === 'connection')?.value;
  // The directive itself is validated at the same time, and may be wrong.
  const fields = connection?.kind === Kind.OBJECT ? connection.fields : [];
  return PASSED.some((key) => {
    const value = fields.find(({ name }) => name.value === key)?.value;
    return message.includes(`argument "${value?.kind === Kind.STRING ? value.value : names[key]}"`);
  });
}
