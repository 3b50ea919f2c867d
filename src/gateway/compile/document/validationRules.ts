// GraphQL's validation rules, with hints.
import {
  type ASTNode,
  type ASTVisitor,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
  type GraphQLNamedType,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  getNamedType,
  isEnumType,
  specifiedRules,
  visit,
} from 'graphql';
import type { ConnectionNames } from '../../plan/conventions/Conventions.ts';
import { listValues, unknownName } from '../../base/errors/nearNames.ts';
import { DIRECTIVE_NAMES, isOwnDirective } from './directives.ts';

/** What a diagnostic says beyond the error of the rule; what is left out stays as GraphQL has it. */
interface Explanation {
  message?: string;
  node?: ASTNode | undefined;
  hint: string;
}

/**
 * The hints of GraphQL's rules and, where GraphQL points at more than the cause, a closer position. The error of a rule that is not
 * listed is reported as it is.
 */
const EXPLANATIONS = new Map<ValidationRule, (error: GraphQLError, context: ValidationContext) => Explanation>([
  [KnownDirectivesRule, explainDirective],
  [KnownArgumentNamesRule, explainArgument],
  [ValuesOfCorrectTypeRule, explainValue],
  [FieldsOnCorrectTypeRule, explainField],
  [ScalarLeafsRule, explainSelection],
  [VariablesInAllowedPositionRule, explainVariableType],
  [ProvidedRequiredArgumentsRule, ({ nodes }) => ({ node: nameOf(nodes?.[0]), hint: 'Add the argument.' })],
  [
    NoUndefinedVariablesRule,
    () => ({ hint: 'Declare it after the name of the operation, as in "query name($variable: Type)".' }),
  ],
  [NoUnusedVariablesRule, () => ({ hint: 'Use it in the operation, or remove it.' })],
  [
    PossibleFragmentSpreadsRule,
    (_, context) => ({ hint: `Use a fragment on a type that ${context.getParentType()} can be.` }),
  ],
  [KnownTypeNamesRule, () => ({ hint: 'Use a type of the schema.' })],
  [FragmentsOnCompositeTypesRule, () => ({ hint: 'Use an object type, an interface or a union.' })],
  [VariablesAreInputTypesRule, () => ({ hint: 'Use a scalar, an enum, an input object, or a list of them.' })],
  [NoFragmentCyclesRule, () => ({ hint: 'Remove one of the spreads.' })],
  [OverlappingFieldsCanBeMergedRule, () => ({ hint: 'Give one of the fields another alias.' })],
  [UniqueVariableNamesRule, explainDuplicate],
  [UniqueArgumentNamesRule, explainDuplicate],
  [UniqueInputFieldNamesRule, explainDuplicate],
  [UniqueDirectivesPerLocationRule, explainDuplicate],
]);

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

function explainDirective({ message, nodes }: GraphQLError, context: ValidationContext): Explanation {
  const [node] = nodes ?? [];
  const name = node?.kind === Kind.DIRECTIVE ? node.name.value : '';
  const directive = context.getSchema().getDirective(name);
  if (directive) return { message, hint: `Move it to ${directive.locations.join(' or ')}, or remove it.` };
  const names = ['include', 'skip', ...DIRECTIVE_NAMES].map((known) => `@${known}`);
  return { message: unknownName('directive', `@${name}`, names), hint: `Known directives are ${listNames(names)}.` };
}

function explainArgument(_: GraphQLError, context: ValidationContext): Explanation {
  const directive = context.getDirective();
  const { args = [] } = directive ?? context.getFieldDef() ?? {};
  const owner = directive ? `@${directive.name}` : 'the field';
  if (args.length === 0) return { hint: 'Remove the argument.' };
  return { hint: `The arguments of ${owner} are ${listNames(args.map(({ name }) => name))}.` };
}

function explainValue({ message }: GraphQLError, context: ValidationContext): Explanation {
  const parent = namedType(context.getParentInputType());
  if (message.includes('is not defined by type') && parent) return { hint: fieldsHint(parent) };
  if (message.endsWith('was not provided.')) return { hint: 'Add the field to the object.' };
  const type = namedType(context.getInputType());
  if (!isEnumType(type)) return { hint: `Write a value of ${type ?? 'another type'}.` };
  return { hint: `Write one of ${listNames(type.getValues().map(({ name }) => name))}, without quotation marks.` };
}

function explainField({ nodes }: GraphQLError, context: ValidationContext): Explanation {
  const parent = context.getParentType();
  return { node: nameOf(nodes?.[0]), hint: parent ? fieldsHint(parent) : '' };
}

function explainSelection({ nodes, message }: GraphQLError, context: ValidationContext): Explanation {
  const type = namedType(context.getType());
  const isLeaf = message.includes('must not have a selection') || !type;
  return { node: nameOf(nodes?.[0]), hint: isLeaf ? 'Remove the selection.' : fieldsHint(type) };
}

function explainVariableType({ nodes, message }: GraphQLError): Explanation {
  const [definition] = nodes ?? [];
  const type = /expecting type "(.+)"/.exec(message)?.[1];
  return {
    node: definition?.kind === Kind.VARIABLE_DEFINITION ? definition.type : definition,
    hint: `Declare it as ${type ?? 'a type that ends in "!"'}.`,
  };
}

/** The first of two is no problem without the second. */
function explainDuplicate({ nodes }: GraphQLError): Explanation {
  return { node: nodes?.at(-1), hint: 'Remove one of the two.' };
}

function nameOf(node: ASTNode | undefined): ASTNode | undefined {
  return node?.kind === Kind.FIELD ? node.name : node;
}

function namedType(type: Parameters<typeof getNamedType>[0] | null): GraphQLNamedType | undefined {
  return getNamedType(type ?? undefined);
}

function fieldsHint(type: GraphQLNamedType): string {
  if (!('getFields' in type)) return 'Select fields of its types, as in "... on Type { field }".';
  return `The fields of ${type.name} are ${listNames(Object.keys(type.getFields()))}.`;
}

/** Names of GraphQL, which are written without quotation marks. */
function listNames(names: readonly string[]): string {
  return listValues(names, 320, '');
}
