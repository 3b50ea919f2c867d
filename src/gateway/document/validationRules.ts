// GraphQL's validation rules with the hints of EXPLANATIONS.
import {
  type ASTVisitFn,
  type ASTVisitor,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  type NamedTypeNode,
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
} from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { type ExplainedRule, combineRules } from './combineRules.ts';
import { EXPLANATIONS } from './explanations.ts';
import { literalArguments } from './literalArguments.ts';
import { pagedArguments } from './pagedArguments.ts';

/** `assembleDocument` reports unknown shapes. */
const RULES = specifiedRules.filter((rule) => rule !== KnownFragmentNamesRule);

/** The rules for a complete operation: those of GraphQL, where `@paginate` passes arguments by itself. */
export function operationRules(connection: ConnectionNames): ValidationRule[] {
  const rules = RULES.map((rule) =>
    rule === ProvidedRequiredArgumentsRule ? explained(pagedArguments(connection), rule) : explained(rule),
  );
  return [combineRules([...rules, { rule: literalArguments }])];
}

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
