import {
  type DocumentNode,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import type { Report } from '../errors/Diagnostic.ts';
import { withDirectives } from './directives.ts';
import { reportErrors } from './reportErrors.ts';
import { DIRECTIVE_RULES } from './validationRules.ts';

const QUERY = new GraphQLObjectType({ name: 'Query', fields: { field: { type: GraphQLString } } });
const { schema: VOCABULARY } = withDirectives(new GraphQLSchema({ query: QUERY }));

/**
 * Validates the directives of an operation that are not checked against a schema: `@endpoint`, or its misspelled name.
 * Returns whether `@endpoint` can be read.
 */
export function validateEndpointDirective(operation: OperationDefinitionNode, report: Report): boolean {
  const directives = operation.directives ?? [];
  const hasEndpoint = directives.some(({ name }) => name.value === 'endpoint');
  const checked = directives.filter(({ name }) => !hasEndpoint || name.value === 'endpoint');
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [{ ...operation, directives: checked, variableDefinitions: [], selectionSet: EMPTY }],
  };
  const errors = validate(VOCABULARY, document, DIRECTIVE_RULES);
  reportErrors(errors, document, report);
  return errors.length === 0;
}

const EMPTY = { kind: Kind.SELECTION_SET as const, selections: [] };
