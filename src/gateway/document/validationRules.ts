// GraphQL's validation rules, each with a hint for the fix and, where GraphQL points at more than the cause, with a closer
// position. A rule that is not listed in EXPLANATIONS reports as it is.
import {
  type ASTNode,
  DirectiveLocation,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLDirective,
  GraphQLError,
  type GraphQLNamedType,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  Kind,
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
  isInputObjectType,
  isUnionType,
  specifiedRules,
} from 'graphql';
import { findNearest } from '../errors/findNearest.ts';
import { listValues } from '../errors/listValues.ts';
import { unknownName } from '../errors/unknownName.ts';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { literalArguments } from './literalArguments.ts';
import { pagedArguments } from './pagedArguments.ts';

/** What a diagnostic says beyond the error of the rule; what is left out stays as GraphQL has it. */
interface Explanation {
  message?: string;
  node?: ASTNode | undefined;
  hint: string;
}

/** Undefined: the error is a consequence of another one, which is reported. */
type Explain = (error: GraphQLError, context: ValidationContext) => Explanation | undefined;

const EXPLANATIONS = new Map<ValidationRule, Explain>([
  [KnownDirectivesRule, explainDirective],
  [KnownArgumentNamesRule, explainArgument],
  [ValuesOfCorrectTypeRule, explainValue],
  [FieldsOnCorrectTypeRule, explainField],
  [ScalarLeafsRule, explainSelection],
  [NoUndefinedVariablesRule, explainUndefinedVariable],
  [VariablesInAllowedPositionRule, explainVariableType],
  [ProvidedRequiredArgumentsRule, explainMissingArgument],
  [
    NoUnusedVariablesRule,
    ({ nodes }) => {
      const [node] = nodes ?? [];
      const name = node?.kind === Kind.VARIABLE_DEFINITION ? `$${node.variable.name.value}` : 'the variable';
      return { hint: `Use ${name} in the operation, or delete it.` };
    },
  ],
  [
    PossibleFragmentSpreadsRule,
    (_, context) => ({ hint: `Use a fragment on a type that ${context.getParentType()} can be.` }),
  ],
  [KnownTypeNamesRule, () => ({ hint: 'Use a type of the schema.' })],
  [FragmentsOnCompositeTypesRule, () => ({ hint: 'Use an object type, an interface or a union.' })],
  [VariablesAreInputTypesRule, () => ({ hint: 'Use a scalar, an enum, an input object, or a list of them.' })],
  [NoFragmentCyclesRule, () => ({ hint: 'Delete one of the spreads.' })],
  [OverlappingFieldsCanBeMergedRule, () => ({ hint: 'Give one of the fields another alias.' })],
  [UniqueVariableNamesRule, explainDuplicate],
  [UniqueArgumentNamesRule, explainDuplicate],
  [UniqueInputFieldNamesRule, explainDuplicate],
  [UniqueDirectivesPerLocationRule, explainDuplicate],
]);

/** `assembleDocument` reports unknown shapes. */
const RULES = specifiedRules.filter((rule) => rule !== KnownFragmentNamesRule);

/** The rules for a complete operation: those of GraphQL, where `@paginate` passes arguments by itself. */
export function operationRules(connection: ConnectionNames): ValidationRule[] {
  const rules = RULES.map((rule) =>
    rule === ProvidedRequiredArgumentsRule ? explained(pagedArguments(connection), rule) : explained(rule),
  );
  return [...rules, literalArguments];
}

/** The rules for shapes without an operation. Arguments that are missing are reported where a shape is spread. */
export const SHAPE_RULES: readonly ValidationRule[] = RULES.filter(
  (rule) => rule !== NoUnusedFragmentsRule && rule !== ProvidedRequiredArgumentsRule,
)
  .map((rule) => explained(rule))
  .concat(literalArguments);

/** The rules for the directives of an operation, whatever the schema. */
export const DIRECTIVE_RULES: readonly ValidationRule[] = [
  KnownDirectivesRule,
  UniqueDirectivesPerLocationRule,
  KnownArgumentNamesRule,
  UniqueArgumentNamesRule,
  ValuesOfCorrectTypeRule,
  ProvidedRequiredArgumentsRule,
]
  .map((rule) => explained(rule))
  .concat(literalArguments);

/** The rule; its errors have a `hint` among their extensions, and what they are about as their first node. */
function explained(rule: ValidationRule, as: ValidationRule = rule): ValidationRule {
  const explain = EXPLANATIONS.get(as);
  if (!explain) return rule;
  return (context) => {
    const reportError = (error: GraphQLError) => {
      const explanation = explain(error, context);
      if (!explanation) return;
      const { message = error.message, node = error.nodes?.[0], hint } = explanation;
      context.reportError(new GraphQLError(message, { nodes: node ?? null, extensions: { hint } }));
    };
    return rule(Object.create(context, { reportError: { value: reportError } }) as ValidationContext);
  };
}

function explainDirective({ message, nodes }: GraphQLError, context: ValidationContext): Explanation {
  const [node] = nodes ?? [];
  if (node?.kind !== Kind.DIRECTIVE) return { hint: '' };
  const name = node.name.value;
  const directives = context.getSchema().getDirectives().filter(isExecutable);
  const directive = directives.find((each) => each.name === name);
  if (directive) {
    const places = directive.locations.map((location) => location.toLowerCase().replaceAll('_', ' '));
    return { message, hint: `Move it to a ${places.join(' or ')}, or delete it.` };
  }
  const known = directives.map((each) => `@${each.name}`);
  return { message: unknownName('directive', `@${name}`, known), hint: `Known directives are ${listNames(known)}.` };
}

function isExecutable({ locations }: GraphQLDirective): boolean {
  return locations.some((location) => EXECUTABLE_LOCATIONS.has(location));
}

const EXECUTABLE_LOCATIONS: ReadonlySet<DirectiveLocation> = new Set([
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
]);

function explainMissingArgument({ message, nodes }: GraphQLError): Explanation | undefined {
  const [node] = nodes ?? [];
  const missing = /argument "(\w+)"/.exec(message)?.[1] ?? '';
  const given = node && 'arguments' in node ? (node.arguments ?? []) : [];
  if (given.some(({ name }) => findNearest(name.value, [missing]) !== undefined)) return undefined;
  return { node: nameOf(node), hint: `Add the argument ${missing}.` };
}

function explainArgument(_: GraphQLError, context: ValidationContext): Explanation {
  const directive = context.getDirective();
  const names = ((directive ?? context.getFieldDef())?.args ?? []).map(({ name }) => name);
  const owner = directive ? `@${directive.name}` : 'the field';
  const hint = names.length === 0 ? 'Delete the argument.' : `The arguments of ${owner} are ${listNames(names)}.`;
  return { hint };
}

const LITERALS: Readonly<Record<string, string>> = {
  String: 'a text in quotation marks',
  ID: 'a text in quotation marks, or an integer',
  Int: 'an integer',
  Float: 'a number',
  Boolean: 'true or false',
};

function explainValue({ message }: GraphQLError, context: ValidationContext): Explanation {
  const parent = namedType(context.getParentInputType());
  if (message.includes('is not defined by type') && isInputObjectType(parent)) {
    return { hint: `The fields of ${parent.name} are ${listNames(Object.keys(parent.getFields()))}.` };
  }
  if (message.endsWith('was not provided.')) return { hint: 'Add the field to the object.' };
  const type = namedType(context.getInputType());
  if (isEnumType(type)) {
    return { hint: `Write one of ${listNames(type.getValues().map(({ name }) => name))}, without quotation marks.` };
  }
  if (isInputObjectType(type)) return { hint: `Write an object with the fields of ${type.name}.` };
  const literal = type && (LITERALS[type.name] ?? `a literal of the scalar ${type.name}`);
  return { hint: literal === undefined ? '' : `Write ${literal}.` };
}

function explainField({ nodes }: GraphQLError, context: ValidationContext): Explanation {
  const parent = context.getParentType();
  const node = nameOf(nodes?.[0]);
  if (!parent) return { node, hint: '' };
  if (isUnionType(parent)) return { node, hint: 'Select fields of its types, as in "... on Type { field }".' };
  return { node, hint: `The fields of ${parent.name} are ${listNames(Object.keys(parent.getFields()))}.` };
}

function explainSelection({ nodes, message }: GraphQLError, context: ValidationContext): Explanation {
  const node = nameOf(nodes?.[0]);
  const type = namedType(context.getType());
  if (message.includes('must not have a selection') || !type) return { node, hint: 'Delete the selection.' };
  const fields = 'getFields' in type ? listNames(Object.keys(type.getFields())) : '__typename';
  return { node, hint: `Select fields of ${type.name}: ${fields}.` };
}

function explainUndefinedVariable({ nodes }: GraphQLError, context: ValidationContext): Explanation {
  const [variable, operation] = nodes ?? [];
  if (variable?.kind !== Kind.VARIABLE || operation?.kind !== Kind.OPERATION_DEFINITION) return { hint: '' };
  const usage = context.getRecursiveVariableUsages(operation).find(({ node }) => node === variable);
  const type = usage?.type ? `: ${usage.type}` : '';
  return { hint: `Declare "$${variable.name.value}${type}" behind the name of the operation.` };
}

function explainVariableType({ nodes, message }: GraphQLError): Explanation {
  const [definition] = nodes ?? [];
  const type = /expecting type "(.+)"/.exec(message)?.[1];
  if (definition?.kind !== Kind.VARIABLE_DEFINITION) return { hint: '' };
  const hint = `Declare $${definition.variable.name.value} as ${type ?? 'a type that ends in "!"'}.`;
  return { node: definition.type, hint };
}

/** The first of two is no problem without the second. */
function explainDuplicate({ nodes }: GraphQLError): Explanation {
  return { node: nodes?.at(-1), hint: 'Delete one of the two.' };
}

function nameOf(node: ASTNode | undefined): ASTNode | undefined {
  return node?.kind === Kind.FIELD ? node.name : node;
}

function namedType(type: Parameters<typeof getNamedType>[0] | null): GraphQLNamedType | undefined {
  return getNamedType(type ?? undefined);
}

/** Names of GraphQL, which are written without quotation marks. */
function listNames(names: readonly string[]): string {
  return listValues(names, 120, '');
}
