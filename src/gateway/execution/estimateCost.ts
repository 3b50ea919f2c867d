import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getNullableType,
  isListType,
  Kind,
} from 'graphql';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';

/** The assumed length of a list without `first`: the maximum number of lines of an order. */
export const MAX_LIST_LENGTH = 100;

/**
 * The number of fields in the response of an operation whose lists are all full; a page counts as long as its `first`. Throws
 * for variables that are not valid, and for fragments that expand to too many fields.
 */
export function estimateCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return getComplexity({
    schema,
    query: { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    variables,
    estimators: [costOf],
  });
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
