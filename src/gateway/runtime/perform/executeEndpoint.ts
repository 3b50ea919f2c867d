// One execution of an endpoint: its lookup, its operation, and the data or the error that they lead to.
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../access/Caller.ts';
import type { ServiceError } from '../../errors/ServiceError.ts';
import { invalidInputError, outcomeUnknownError } from '../../errors/knownErrors.ts';
import type { ExecutionRequest } from '../../execution/Execute.ts';
import type { Effect } from '../../idempotency/RunOnce.ts';
import type { LookupPlan } from '../../plan/EndpointPlan.ts';
import type { OperationVariant } from '../../plan/PagePlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import type { RestRequest } from '../../request/RestRequest.ts';
import type { Variables } from '../../request/coercion.ts';
import type { FieldSelection } from '../../request/requestSelection.ts';
import type { Endpoint } from '../Endpoint.ts';
import { classifyErrors } from '../classifyErrors.ts';
import { notFoundError } from '../render/prepareResult.ts';
import { REQUEST_TIMEOUT_MS, withDeadline } from '../withDeadline.ts';

/** One execution of an endpoint. */
interface ExecutionInput {
  request: RestRequest;
  caller: Caller | null;
  /** See `ExecutionRequest`. */
  callerKey?: string | undefined;
  transaction?: unknown;
  variant: OperationVariant;
  variables: Variables;
  selection?: FieldSelection | undefined;
  /** Written while the execution goes on. */
  progress?: Progress | undefined;
  /** Called with the errors that fields catch. */
  onCaught?: ((error: ServiceError) => void) | undefined;
}

/** How far the mutation of a request is. */
export interface Progress {
  effect: Effect;
}

/** What an execution has led to. */
export interface Executed {
  data: Readonly<Record<string, unknown>>;
  /** At the end of the data path. */
  value: unknown;
}

/**
 * Runs the lookup, if there is one, and the operation. Nothing begins when the client has disconnected or the deadline has
 * passed, and only the deadline aborts a mutation that has begun.
 */
export function execute(
  endpoint: Endpoint,
  { request, caller, callerKey, transaction, variant, variables, selection, progress, onCaught }: ExecutionInput,
): Promise<Executed> {
  const { plan, lookup, result, catchErrors } = endpoint;
  const { signal: client, deadline = Date.now() + REQUEST_TIMEOUT_MS, requestId, headers, origin } = request;
  const isMutation = plan.operationType === 'mutation';
  const { execute: run } = endpoint.operation(variant);
  return withDeadline(client, deadline, async ({ signal, beginMutation }) => {
    const usesPartialData = catchErrors && true;
    const execution: ExecutionRequest = {
      variables,
      caller,
      callerKey,
      requestId,
      headers,
      origin,
      signal,
      deadline,
      transaction,
      usesPartialData,
    };
    if (plan.lookup && lookup) {
      const { variables: names, ownVariables } = plan.lookup;
      const found = await lookup().execute({
        ...execution,
        variables: pick(variables, (name) => names.includes(name)),
        usesPartialData: undefined,
        precedesWrite: isMutation,
      });
      const data = dataOf(found, endpoint, { depth: Infinity });
      const exported = readExports(plan.lookup, data, { parameters: plan.parameters, variables }, endpoint.version);
      signal.throwIfAborted();
      execution.variables = { ...pick(variables, (name) => !ownVariables.includes(name)), ...exported };
    }
    if (isMutation) {
      beginMutation();
      if (progress) progress.effect = 'POSSIBLE';
    }
    const executed = await run(execution, selection);
    if (isMutation && progress && (!executed.errors?.length || tookEffect(executed))) progress.effect = 'CERTAIN';
    const source = { depth: plan.result.dataPath.length, isMutation, resource: result.type };
    const { result: others, caught } = catchErrors?.(executed) ?? { result: executed, caught: [] };
    const data = dataOf(others, endpoint, source);
    for (const error of caught) onCaught?.(classifyErrors([error], source.depth, endpoint.version.conventions.errors));
    return { data, value: result.find(data, variables) };
  });
}

/** What the errors of an execution are classified by. */
interface ErrorOrigin {
  depth: number;
  isMutation?: boolean;
  resource?: string | undefined;
}

/** The data of an execution without errors; throws the error that its errors amount to. */
function dataOf(
  executed: ExecutionResult,
  { version }: Endpoint,
  { depth, isMutation = false, resource }: ErrorOrigin,
): Record<string, unknown> {
  const { data, errors } = executed;
  if (!errors || errors.length === 0) return data ?? {};
  const error = classifyErrors(errors, depth, version.conventions.errors, resource);
  throw isMutation ? markUncertainOutcome(error, executed) : error;
}

function pick(variables: Variables, isWanted: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)));
}

/**
 * The exported values of a lookup. Throws for one that is null: NOT_FOUND where it was looked up by the path alone, because
 * then the resource does not exist, else BAD_USER_INPUT naming the parameters that it was looked up by. `variables` are those
 * of the request.
 */
export function readExports(
  { exports }: LookupPlan,
  data: Readonly<Record<string, unknown>>,
  { parameters, variables }: { parameters: readonly ParameterPlan[]; variables: Variables },
  types: TypeContext,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, path, types: objects, lookedUpBy } of exports) {
    let value: unknown = data;
    path.forEach((key, index) => {
      value = (value as Record<string, unknown>)[key] ?? null;
      if (value !== null) return;
      const by = parameters.filter((parameter) => lookedUpBy.includes(parameter.variable));
      throw missingError(objects[Math.min(index, objects.length - 1)], by, { variables, types });
    });
    values[variable] = value;
  }
  return values;
}

/** `type` is that of what is null, or that it is a scalar of. */
function missingError(
  type: string | undefined,
  lookedUpBy: readonly ParameterPlan[],
  { variables, types }: { variables: Variables; types: TypeContext },
): ServiceError {
  const others = lookedUpBy.filter(({ source }) => source !== 'path');
  if (others.length === 0) return notFoundError(type, lookedUpBy, variables, types);
  return invalidInputError(others.map(({ name }) => ({ field: name, message: 'does not match an existing resource' })));
}

/**
 * The statuses after which clients send a request again. See RFC 9110, sections 15.5.9 and 15.6.3 to 15.6.5, and RFC 6585,
 * section 4.
 */
const RETRIED = new Set([408, 429, 502, 503, 504]);

/** The error of a mutation: OUTCOME_UNKNOWN where clients would send it again although it had an effect. */
export function markUncertainOutcome(error: ServiceError, result: ExecutionResult): ServiceError {
  return RETRIED.has(error.status) && tookEffect(result) ? outcomeUnknownError(error) : error;
}

/**
 * Whether a mutation that failed had an effect: a root field has data, or a field below one failed, because then the root field
 * itself did not.
 */
function tookEffect({ data, errors = [] }: ExecutionResult): boolean {
  const isBelow = errors.some(({ path }) => (path?.length ?? 0) > 1);
  return isBelow || Object.values(data ?? {}).some((value) => value !== null);
}
