import { originOf } from '../protocol/originOf.ts';
import type { RawQuery } from '../protocol/parseQuery.ts';
import type { BodyVersion } from '../protocol/readBodyVersion.ts';
import type { Preference } from '../protocol/readPreference.ts';
import type { Reply } from '../protocol/Reply.ts';
import { selectMediaType } from '../protocol/selectMediaType.ts';
import type { Inputs } from '../request/compileReader.ts';
import { checkPreconditions } from './checkPreconditions.ts';
import type { Endpoint } from './Endpoint.ts';
import { type Progress, execute } from './execute.ts';
import { unrenderableResult } from './internalError.ts';
import { renderSuccess } from './renderSuccess.ts';
import { reportCaught } from './reportCaught.ts';
import type { RoutedRequest, Runtime } from './Runtime.ts';

/** A request that has passed every check but its preconditions. */
export interface CheckedRequest extends RoutedRequest {
  endpoint: Endpoint;
  query: RawQuery;
  inputs: Inputs;
  preference: Preference;
  bodyVersion: BodyVersion;
  /** The media type of the response, where the endpoint has its own. */
  produced: string | undefined;
}

/** Evaluates the preconditions, executes the operation and renders its result. */
export async function performRequest(runtime: Runtime, checked: CheckedRequest, progress?: Progress): Promise<Reply> {
  const { request, route, endpoint, caller, callerKey, transaction, query, inputs } = checked;
  const { plan, version } = endpoint;
  const { conventions } = version;
  if (plan.method !== 'GET' || inputs.precondition) await checkPreconditions(runtime, checked);

  const variant = inputs.page?.style ?? 'UNPAGED';
  const executed = await execute(endpoint, {
    request,
    caller,
    callerKey,
    transaction,
    variant,
    variables: inputs.variables,
    selection: inputs.selection,
    progress,
    onCaught: endpoint.catchErrors && reportCaught(runtime, request, plan.source.file),
  });
  const mediaType = mediaTypeOf(runtime, checked);
  try {
    const base = (conventions.urls === 'absolute' ? originOf(request, runtime.settings) : '') + route.prefix;
    return renderSuccess(endpoint, executed, { route, query, inputs, base, mediaType });
  } catch (cause) {
    throw plan.operationType === 'mutation' ? unrenderableResult(cause) : cause;
  }
}

/** The media type of a success. */
export function mediaTypeOf({ settings }: Runtime, checked: CheckedRequest): string {
  const { request, route, endpoint, preference, bodyVersion, produced } = checked;
  return selectMediaType(
    {
      preference,
      version: endpoint.version.number,
      accept: request.headers.accept,
      produced,
      bodyVersion: route.pathVersion === undefined ? bodyVersion?.version : undefined,
    },
    settings,
  );
}
