import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, getVariableValues } from 'graphql';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { type CostOf, type CostRules, compileCost } from '../../gateway/execution/compileCost.ts';
import { toBadUserInput } from './toBadUserInput.ts';

/** Maximum number of fields in a response whose lists are all full: a hundred orders of a hundred lines with nine fields each. */
export const MAX_COST = 100_000;

export interface CostOptions {
  variables: Readonly<Record<string, unknown>>;
  /** Omits suggestions, which reveal names of the schema, from the messages: "Did you mean …". */
  hideSuggestions?: boolean;
}

/** The arguments of the schema that bound lists; the maximum number of lines of an order; and a maximum of fields, as the time to compile a cost grows with the fragments. */
const RULES: CostRules = { sizes: new Set(['first']), listLength: 100, maxNodes: 10_000 };

/** Apollo Server caches documents, so the compiled cost lives as long as its document. */
const compiled = new WeakMap<OperationDefinitionNode, CostOf>();

/**
 * The cost of an operation of a valid document. Throws BAD_USER_INPUT for invalid variables, and for an operation whose response
 * could be too large.
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { variables, hideSuggestions = false }: CostOptions,
): number {
  // Only the first problem: each message prints the whole value, so that many problems would take quadratic time.
  const options = { maxErrors: 1, hideSuggestions };
  const { errors, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, options);
  if (errors?.[0]) throw toBadUserInput(errors[0]);
  let cost: number;
  try {
    cost = costOf(schema, document, operation)(coerced ?? {});
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
  return cost;
}

function costOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): CostOf {
  let cost = compiled.get(operation);
  if (!cost) compiled.set(operation, (cost = compileCost(schema, document, operation, RULES)));
  return cost;
}
