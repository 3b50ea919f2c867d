import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getNullableType,
  getVariableValues,
  isListType,
  Kind,
} from 'graphql';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { toBadUserInput } from './toBadUserInput.ts';

/** Maximum number of fields in a response whose lists are all full: a hundred orders of a hundred lines with nine fields each. */
export const MAX_COST = 100_000;

/** The assumed length of a list without `first`: the maximum number of lines of an order. */
const MAX_LIST_LENGTH = 100;

export interface CostOptions {
  variables: Readonly<Record<string, unknown>>;
  /** Omits suggestions, which reveal names of the schema, from the messages: "Did you mean …". */
  hideSuggestions?: boolean;
}

/**
 * Refuses an operation of a valid document with invalid variables, or whose response could be too large; a page counts as long
 * as its `first`. Throws BAD_USER_INPUT.
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { variables, hideSuggestions = false }: CostOptions,
): void {
  // Only the first problem: each message prints the whole value, so that many problems would take quadratic time.
  const options = { maxErrors: 1, hideSuggestions };
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, options);
  if (errors?.[0]) throw toBadUserInput(errors[0]);
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  let cost: number;
  try {
    cost = getComplexity({
      schema,
      query: { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
      variables,
      estimators: [costOf],
    });
  } catch (error) {
    // Thrown for fragments that expand to too many fields.
    throw toBadUserInput(error as Error);
  }
  if (cost > MAX_COST) {
    throw new ServiceError(
      'BAD_USER_INPUT',
      `The query cost ${cost} exceeds the maximum of ${MAX_COST}; request fewer items per page.`,
    );
  }
}

/** A field costs 1, plus the cost of its selection for each of its items. */
function costOf(field: ComplexityEstimatorArgs): number {
  return 1 + Math.max(0, itemsOf(field)) * field.childComplexity;
}

function itemsOf({ type, field, args }: ComplexityEstimatorArgs): number {
  const first = field.args.find(({ name }) => name === 'first');
  if (first) return Number(args['first'] ?? first.defaultValue);
  if (!isListType(getNullableType(field.type)) || type.name.startsWith('__')) return 1;
  // The `first` of the parent field has counted the items of a page.
  if ('getFields' in type && 'pageInfo' in type.getFields()) return 1;
  // `_entities` returns one entity for each representation.
  const representations: unknown = args['representations'];
  return Array.isArray(representations) ? representations.length : MAX_LIST_LENGTH;
}
