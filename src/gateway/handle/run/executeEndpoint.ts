// One execution of an endpoint: its lookup, its operation, and the data or the error that they lead to.
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { invalidInputError, outcomeUnknownError } from '../../base/errors/knownErrors.ts';
import type { ExecutionRequest } from '../../execute/Execute.ts';
import type { Effect } from '../../guard/idempotency/RunOnce.ts';
import type { LookupPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import type { Inputs } from '../read/prepareReader.ts';
import type { Endpoint } from '../Endpoint.ts';
import type { Executed } from '../Executed.ts';
import type { RoutedRequest } from '../Runtime.ts';
import type { Span } from '../../base/telemetry/Telemetry.ts';
import { classifyErrors } from '../classifyErrors.ts';
import { notFoundError } from '../render/prepareResult.ts';
import { REQUEST_TIMEOUT_MS, withDeadline } from '../withDeadline.ts';

/** What learns of an execution. */
interface ExecutionObserver {
  /** Written while the execution goes on. */
  progress?: Progress | undefined;
  /** Called with failures that do not change whether the request succeeds: those that fields catch, and faults of errors as data. */
  report?: ((error: ServiceError, isCaught?: true) => void) | undefined;
}

/** How far the mutation of a request is. */
export interface Progress {
  effect: Effect;
}

/**
 * Runs the lookup, if there is one, and the operation. Nothing begins when the client has disconnected or the deadline has
 * passed, and only the deadline aborts a mutation that has begun.
 */
export function execute(
  { endpoint, request, caller, callerKey, transaction }: Omit<RoutedRequest, 'route' | 'preference' | 'bodyVersion'>,
  { variables, selection, page }: Pick<Inputs, 'variables' | 'selection' | 'page'>,
  { progress, report }: ExecutionObserver = {},
): Promise<Executed> {
  const { plan, result, catchErrors } = endpoint;
  const { signal: client, deadline = Date.now() + REQUEST_TIMEOUT_MS, requestId, headers, origin } = request;
  const span = request.span?.beginOperation(plan.operationType, plan.name);
  const { errors: errorConventions } = endpoint.version.conventions;
  const isMutation = plan.operationType === 'mutation';
  const { execute: run } = endpoint.operation(page?.style ?? 'UNPAGED');
  const concluded = withDeadline(client, deadline, ({ signal, beginMutation }) => {
    const execution: ExecutionRequest = {
      variables,
      caller,
      callerKey,
      requestId,
      headers,
      origin,
      signal,
      deadline,
      span,
      transaction,
      usesPartialData: plan.result.catches && true,
    };
    const begin = (found: Variables) => {
      execution.variables = found;
      if (isMutation) {
        beginMutation();
        if (progress) progress.effect = 'POSSIBLE';
      }
      const running = run(execution, selection);
      if (!progress) return running;
      return running.catch((error: unknown) => {
        // The upstream has refused the request.
        if (error instanceof ServiceError && error.code === 'BAD_GATEWAY') progress.effect = 'NONE';
        throw error;
      });
    };
    return (plan.lookup ? lookUp(endpoint, plan.lookup, execution).then(begin) : begin(variables)).then(conclude);
  });
  return span?.isRecording ? endAfter(span, concluded) : concluded;

  /** What an execution has led to; throws its error. */
  function conclude(executed: ExecutionResult): Executed {
    if (isMutation && progress && (!executed.errors?.length || tookEffect(executed))) progress.effect = 'CERTAIN';
    const { result: uncaught, caught } = catchErrors?.(executed) ?? { result: executed, caught: [] };
    const data = uncaught.data ?? {};
    const depth = plan.result.dataPath.length;
    if (uncaught.errors?.length) {
      // An error as data comes before a null that should not be there: it is no response.
      if (!executed.errors?.includes(uncaught.errors[0]!)) result.find(data, variables, report);
      const error = classifyErrors(uncaught.errors, depth, errorConventions, result.type);
      throw isMutation ? markUncertainOutcome(error, uncaught) : error;
    }
    for (const error of caught) report?.(classifyErrors([error], depth, errorConventions), true);
    return { data, value: result.find(data, variables, report) };
  }
}

/** Ends a span when the execution settles. A client error, a status below 500, is not recorded as an error. */
async function endAfter<Value>(span: Span, executed: Promise<Value>): Promise<Value> {
  let failure: unknown;
  try {
    return await executed;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) failure = error;
    throw error;
  } finally {
    span.end(failure);
  }
}

/** The variables of an operation whose lookup has run before. */
async function lookUp(
  { plan: { operationType, parameters }, lookup, version }: Endpoint,
  lookupPlan: LookupPlan,
  execution: ExecutionRequest,
): Promise<Variables> {
  const { variables: names, ownVariables } = lookupPlan;
  const { variables, signal } = execution;
  const found = await lookup!().execute({
    ...execution,
    variables: pick(variables, (name) => names.includes(name)),
    usesPartialData: undefined,
    precedesWrite: operationType === 'mutation',
  });
  if (found.errors?.length) throw classifyErrors(found.errors, Infinity, version.conventions.errors);
  const exported = readExports(lookupPlan, found.data ?? {}, { parameters, variables }, version);
  signal.throwIfAborted();
  return { ...pick(variables, (name) => !ownVariables.includes(name)), ...exported };
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
      const others = by.filter(({ source }) => source !== 'path');
      // The type of what is null, or that it is a scalar of.
      const type = objects[Math.min(index, objects.length - 1)];
      if (others.length === 0) throw notFoundError(type, by, variables, types);
      const message = 'does not match an existing resource';
      throw invalidInputError(others.map(({ name }) => ({ field: name, message })));
    });
    values[variable] = value;
  }
  return values;
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
