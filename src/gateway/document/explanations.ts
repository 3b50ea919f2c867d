// The hints of GraphQL's validation rules and, where GraphQL points at more than the cause, a closer position. The error of
// a rule that is not listed is reported as it is.
import {
  type ASTNode,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLError,
  type GraphQLNamedType,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
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
} from 'graphql';
import { listValues, unknownName } from '../errors/nearNames.ts';
import { DIRECTIVE_NAMES } from './directives.ts';

/** What a diagnostic says beyond the error of the rule; what is left out stays as GraphQL has it. */
interface Explanation {
  message?: string;
  node?: ASTNode | undefined;
  hint: string;
}

type Explain = (error: GraphQLError, context: ValidationContext) => Explanation;

/** By rule. */
export const EXPLANATIONS = new Map<ValidationRule, Explain>([
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
