import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { readDirective, withDirectives } from './directives.ts';
import { reportErrors } from './reportErrors.ts';
import { DIRECTIVE_RULES } from './validationRules.ts';

const QUERY = new GraphQLObjectType({ name: 'Query', fields: { field: { type: GraphQLString } } });
const { schema: VOCABULARY } = withDirectives(new GraphQLSchema({ query: QUERY }));

/**
 * Validates the directives of an operation that are not checked against a schema: `@endpoint`, or its misspelled name.
 * Returns whether `@endpoint` can be read.
 */
export function validateEndpointDirective(operation: OperationDefinitionNode, report: ReportDiagnostic): boolean {
  const directives = operation.directives ?? [];
  const hasEndpoint = directives.some(({ name }) => name.value === 'endpoint');
  const checked = directives.filter(({ name }) => !hasEndpoint || name.value === 'endpoint');
  if (isReadable(operation)) return true;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [{ ...operation, directives: checked, variableDefinitions: [], selectionSet: EMPTY }],
  };
  const errors = validate(VOCABULARY, document, DIRECTIVE_RULES);
  reportErrors(errors, document, report);
  return errors.length === 0;
}

/** Whether `@endpoint` is there once, with known arguments of the right types; much faster than the rules, which find the problem. */
function isReadable({ directives = [] }: OperationDefinitionNode): boolean {
  const [endpoint, second] = directives.filter(({ name }) => name.value === 'endpoint');
  const names = (endpoint?.arguments ?? []).map(({ name }) => name.value);
  if (!endpoint || second || new Set(names).size < names.length) return false;
  if (!names.every((name) => ENDPOINT_ARGUMENTS.has(name))) return false;
  try {
    return readDirective('endpoint', { directives: [endpoint] }) !== undefined && !hasVariable(endpoint);
  } catch {
    return false;
  }
}

function hasVariable({ arguments: given = [] }: DirectiveNode): boolean {
  return given.some(({ value }) => value.kind === Kind.VARIABLE);
}

const ENDPOINT_ARGUMENTS: ReadonlySet<string> = new Set(
  VOCABULARY.getDirective('endpoint')?.args.map(({ name }) => name),
);

const EMPTY = { kind: Kind.SELECTION_SET as const, selections: [] };
