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

/** How many fields an answer may have, if every list is full: a hundred orders of a hundred lines pass, with nine fields each. */
export const MAX_COST = 100_000;

/** How long a list is that takes no `first`: an order has at most as many lines. */
const MAX_LIST_LENGTH = 100;

export interface CostOptions {
  /** Leaves names that the schema has out of the messages: "Did you mean …". */
  hideSuggestions?: boolean;
}

/**
 * Refuses an operation of a valid document whose variables do not fit, or whose answer could be too large, pages being as
 * long as their `first` says.
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  { hideSuggestions = false }: CostOptions = {},
): void {
  // One problem is told, and no more are looked for: each prints what was sent, so that many would cost its square.
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
    // Fragments that unfold to more than anybody writes.
    throw toBadUserInput(error as Error);
  }
  if (cost > MAX_COST) {
    throw new ServiceError(
      'BAD_USER_INPUT',
      `Query cost limit of ${MAX_COST} exceeded, found ${cost}; ask for shorter pages.`,
    );
  }
}

/** A field counts one, and what is selected in it as often as it has items at most. */
function costOf(field: ComplexityEstimatorArgs): number {
  return 1 + Math.max(0, itemsOf(field)) * field.childComplexity;
}

function itemsOf({ type, field, args }: ComplexityEstimatorArgs): number {
  const first = field.args.find(({ name }) => name === 'first');
  if (first) return Number(args['first'] ?? first.defaultValue);
  if (!isListType(getNullableType(field.type)) || type.name.startsWith('__')) return 1;
  // Items of a page were counted by the `first` of the field above.
  if ('getFields' in type && 'pageInfo' in type.getFields()) return 1;
  // Federation asks for entities by name.
  const named: unknown = args['representations'];
  return Array.isArray(named) ? named.length : MAX_LIST_LENGTH;
}
