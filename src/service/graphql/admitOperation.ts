// What an operation passes before it is executed: the scopes and the cost of it, a quota for what it counts as beyond one request,
// and admission.
import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  getArgumentValues,
  getDirectiveValues,
  getVariableValues,
} from 'graphql';
import {
  type Caller,
  type CostRules,
  MAX_COST,
  type RateLimitHeaders,
  type ScopeAlternatives,
  ServiceError,
  type Span,
  checkScopes,
  prepareCost,
  collectRequirements,
  memoizeByNode,
  mutatedFields,
  requiredScopes,
  truncateMiddle,
} from '../../gateway/server.ts';
import type { Gate, GraphqlContext } from './admitRequest.ts';
import { type ExpectedCost, validationCost } from './graphqlCaches.ts';
import { withHttpStatus } from './graphqlErrors.ts';

/** The cost that counts as one request: about a page of a hundred items with ten fields, the most of a list in REST. */
const COST_PER_REQUEST = 1_000;

/** The arguments of the schema that bound lists; the maximum number of lines of an order; and a maximum of fields, as the time to compile a cost grows with the fragments. */
const COST_RULES: CostRules = { sizes: new Set(['first']), listLength: 100, maxNodes: 10_000 };

/** In UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 500;

interface OperationRequest {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Readonly<Record<string, unknown>>;
}

export interface OperationOptions {
  schema: GraphQLSchema;
  /** See RequirementsOptions. */
  coversWritten: boolean;
  /** Without introspection, errors omit suggestions, which reveal names of the schema: "Did you mean …". */
  introspection: boolean;
}

/** Lets a document wait for admission before it is parsed, and its operation before it runs; from then on a mutation is not cancelled. */
export function admitOperation(
  { costs, rateLimiter }: Pick<Gate, 'costs' | 'rateLimiter'>,
  options: OperationOptions,
): ApolloServerPlugin<GraphqlContext> {
  const check = createOperationCheck(options);
  return {
    requestDidStart: async () => {
      let work: ExpectedCost = { cost: 0 };
      let span: Span | undefined;
      return {
        parsingDidStart: ({ source, contextValue }) => contextValue.admit({ cost: validationCost(source) }),
        didResolveOperation: async ({ document, operation, queryHash, request, contextValue }) => {
          if (!operation) return;
          try {
            const cost = check({ document, operation, variables: request.variables ?? {} }, contextValue.caller);
            const fields = mutatedFields(operation);
            work = { cost, write: fields && { fields, isTransaction: false } };
          } catch (error) {
            throw withHttpStatus(error);
          }
          // Of a document with several operations, the next request may select one that only reads.
          const isOnly = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;
          costs.set(queryHash, isOnly ? work : { cost: work.cost });
        },
        responseForOperation: async ({ operation, contextValue, response }) => {
          const limit = await takeQuota(rateLimiter, contextValue.callerKey, work.cost);
          for (const [name, value] of Object.entries(limit)) response.http.headers.set(name, value);
          await contextValue.admit(work);
          if (operation?.operation === 'mutation') contextValue.beginMutation();
          // The name is one of the client: only traces have it.
          span = contextValue.span?.beginOperation(operation?.operation ?? '', operation?.name?.value ?? '');
          contextValue.span = span;
          return null;
        },
        willSendResponse: async () => span?.end(),
      };
    },
  };
}

/** Creates the function that returns the cost of an operation. It throws FORBIDDEN without the scopes, and BAD_USER_INPUT. */
export function createOperationCheck({ schema, coversWritten, introspection }: OperationOptions) {
  // Apollo Server caches documents, so what is compiled for an operation lives as long as its document.
  const requirementsOf = memoizeByNode(({ name }: OperationDefinitionNode, document: DocumentNode) =>
    collectRequirements(schema, document, { operationName: name?.value, coversWritten }),
  );
  const costOf = memoizeByNode((operation: OperationDefinitionNode, document: DocumentNode) =>
    prepareCost(schema, document, operation, COST_RULES),
  );
  // Only the first problem: each message prints the whole value, so that many problems would take quadratic time.
  const coercion = { maxErrors: 1, hideSuggestions: !introspection };

  return (request: OperationRequest, caller: Caller | null): number => {
    const { document, operation, variables } = request;
    const { errors, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, coercion);
    // Nothing runs with variables that do not match their types.
    const always = coerced
      ? referencedScopes(schema, { ...request, variables: coerced })
      : new Set<ScopeAlternatives>();
    checkScopes(
      { always, parts: [{ conditions: [], requirements: requirementsOf(operation, document) }] },
      caller,
      variables,
    );
    if (!coerced) throw badUserInput(errors[0]!);
    // Fragments may expand to too many fields.
    const cost = orBadUserInput(() => costOf(operation, document)(coerced));
    if (cost <= MAX_COST) return cost;
    throw new ServiceError(
      'BAD_USER_INPUT',
      `The query cost ${cost} exceeds the maximum of ${MAX_COST}; request fewer items per page.`,
    );
  };
}

/** Takes what an operation counts as beyond one request from the quota of its caller; returns headers of the response. */
async function takeQuota(rateLimiter: Gate['rateLimiter'], caller: string, cost: number): Promise<RateLimitHeaders> {
  const policy = rateLimiter?.defaultPolicy;
  const units = Math.ceil(cost / COST_PER_REQUEST) - 1;
  if (!policy || units < 1) return {};
  const { requests, windowSeconds } = policy;
  if (units < requests) return rateLimiter.consume({ caller, policy, units });
  // A retry would never succeed.
  throw new ServiceError(
    'BAD_USER_INPUT',
    `The query cost ${cost} counts as ${units + 1} requests, but the limit is ${requests} in ${windowSeconds} seconds; request fewer items per page.`,
  );
}

/**
 * The scopes that a router's operation requires for the entities in `_entities(representations:)`, whatever it selects of them.
 * Representations of unknown types require none: the resolver refuses them. Throws BAD_USER_INPUT for a null variable at a non-null
 * argument, which a nullable variable with a default value may be.
 */
function referencedScopes(schema: GraphQLSchema, request: OperationRequest): Set<ScopeAlternatives> {
  const field = schema.getQueryType()?.getFields()['_entities'];
  if (!field || request.operation.operation !== 'query') return new Set();
  const references = orBadUserInput(() =>
    rootFields(request)
      .filter(({ name }) => name.value === '_entities')
      .flatMap((node) => getArgumentValues(field, node, request.variables)['representations'] as readonly unknown[]),
  );
  const names = new Set(references.map((reference) => Object(reference)['__typename'] as unknown));
  const types = [...names].map((name) => (typeof name === 'string' ? schema.getType(name) : undefined));
  return new Set(types.flatMap((type) => (type ? requiredScopes(type) : [])));
}

/** The fields of an operation and of its fragments, without those that `@include` and `@skip` exclude. */
function rootFields({ document, operation, variables }: OperationRequest): FieldNode[] {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const fields: FieldNode[] = [];
  // The set grows during the iteration, and contains each fragment once.
  const sets = new Set([operation.selectionSet]);
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      // A valid document has every fragment that it spreads.
      else sets.add(fragments.get(selection.name.value)!.selectionSet);
    }
  }
  return fields;
}

function isIncluded(selection: SelectionNode, variables: OperationRequest['variables']): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  );
}

function orBadUserInput<Value>(compute: () => Value): Value {
  try {
    return compute();
  } catch (error) {
    throw badUserInput(error as Error);
  }
}

/** The error for one of graphql-js about variables, whose message is shortened in its middle, where it repeats the value. */
function badUserInput(cause: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', truncateMiddle(cause.message, MAX_MESSAGE_LENGTH), { cause });
}
