// The hints of GraphQL's validation rules and, where GraphQL points at more than the cause, a closer position. The error of
// a rule that is not listed is reported as it is.
import {
  type ASTNode,
  DirectiveLocation,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
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
  isInputObjectType,
  isUnionType,
} from 'graphql';
import { findNearest, listValues, unknownName } from '../errors/nearNames.ts';

/** What a diagnostic says beyond the error of the rule; what is left out stays as GraphQL has it. */
interface Explanation {
  message?: string;
  node?: ASTNode | undefined;
  hint: string;
}

/** Undefined: the error is a consequence of another one, which is reported. */
type Explain = (error: GraphQLError, context: ValidationContext) => Explanation | undefined;

/** By rule. */
export const EXPLANATIONS = new Map<ValidationRule, Explain>([
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
      return { hint: `Use ${name} in the operation, or remove it.` };
    },
  ],
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
  if (node?.kind !== Kind.DIRECTIVE) return { hint: '' };
  const name = node.name.value;
  const directives = context.getSchema().getDirectives();
  const places = directives.find((directive) => directive.name === name)?.locations.filter(isExecutable);
  if (places?.length === 0) return { hint: 'Remove it.' };
  if (places) {
    const nouns = places.map((location) => location.toLowerCase().replaceAll('_', ' '));
    return { message, hint: `Move it to a ${nouns.join(' or ')}, or remove it.` };
  }
  const executables = directives
    .filter(({ locations }) => locations.some(isExecutable))
    .map((directive) => `@${directive.name}`);
  return {
    message: unknownName('directive', `@${name}`, executables),
    hint: `Known directives are ${listNames(executables)}.`,
  };
}

function isExecutable(location: DirectiveLocation): boolean {
  return EXECUTABLE_LOCATIONS.has(location);
}

const EXECUTABLE_LOCATIONS: ReadonlySet<DirectiveLocation> = new Set([
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.SUBSCRIPTION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
]);

/** A misspelled argument is reported as unknown, and not as missing too. */
function explainMissingArgument({ message, nodes }: GraphQLError, context: ValidationContext): Explanation | undefined {
  const [node] = nodes ?? [];
  const missing = /argument "(\w+)"/.exec(message)?.[1] ?? '';
  const names = argumentNames(context);
  const written = node && 'arguments' in node ? (node.arguments ?? []).map(({ name }) => name.value) : [];
  const isMisspelled = written.some((name) => !names.includes(name) && findNearest(name, names) === missing);
  if (isMisspelled) return undefined;
  return { node: nameOf(node), hint: `Add the argument ${missing}.` };
}

function explainArgument(_: GraphQLError, context: ValidationContext): Explanation {
  const directive = context.getDirective();
  const names = argumentNames(context);
  const owner = directive ? `@${directive.name}` : 'the field';
  const hint = names.length === 0 ? 'Remove the argument.' : `The arguments of ${owner} are ${listNames(names)}.`;
  return { hint };
}

/** The arguments of the directive that is visited, or of the field. */
function argumentNames(context: ValidationContext): string[] {
  const { args = [] } = context.getDirective() ?? context.getFieldDef() ?? {};
  return args.map(({ name }) => name);
}

const LITERALS: Readonly<Record<string, string>> = {
  String: 'a string in quotation marks',
  ID: 'a string in quotation marks, or an integer',
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
  if (message.includes('must not have a selection') || !type) return { node, hint: 'Remove the selection.' };
  const fields = 'getFields' in type ? listNames(Object.keys(type.getFields())) : '__typename';
  return { node, hint: `Select fields of ${type.name}: ${fields}.` };
}

function explainUndefinedVariable({ nodes }: GraphQLError, context: ValidationContext): Explanation {
  const [variable, operation] = nodes ?? [];
  if (variable?.kind !== Kind.VARIABLE || operation?.kind !== Kind.OPERATION_DEFINITION) return { hint: '' };
  const usage = context.getRecursiveVariableUsages(operation).find(({ node }) => node === variable);
  const type = usage?.type ? `: ${usage.type}` : '';
  return { hint: `Declare "$${variable.name.value}${type}" after the name of the operation.` };
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
  return { node: nodes?.at(-1), hint: 'Remove one of the two.' };
}

function nameOf(node: ASTNode | undefined): ASTNode | undefined {
  return node?.kind === Kind.FIELD ? node.name : node;
}

function namedType(type: Parameters<typeof getNamedType>[0] | null): GraphQLNamedType | undefined {
  return getNamedType(type ?? undefined);
}

/** Names of GraphQL, which are written without quotation marks. */
function listNames(names: readonly string[]): string {
  return listValues(names, 320, '');
}
