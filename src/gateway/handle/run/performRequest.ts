// A request that has passed all checks: its turn, its key, its execution and its response.
import { headerOf } from '../../http/fieldSyntax.ts';
import { createHash } from 'node:crypto';
import { qualifyName } from '../../guard/access/Caller.ts';
import { jsonTypeOf } from '../../plan/conventions/scalarConversions.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { internalError, unrenderableResult } from '../../base/errors/knownErrors.ts';
import type { KeyedRequest } from '../../guard/idempotency/IdempotencyStore.ts';
import { isReplay } from '../../guard/idempotency/RunOnce.ts';
import { REQUEST_COST } from '../../guard/limits/createAdmission.ts';
import { typeName } from '../../plan/TypeTable.ts';
import type { Reply } from '../../http/Reply.ts';
import { originOf } from '../../http/clientOrigin.ts';
import { canonicalJson } from '../../http/json.ts';
import { writeJson } from '../../http/losslessJson.ts';
import { essenceOf, parseAccept, qualityOf } from '../../http/mediaTypes.ts';
import { selectMediaType } from '../../http/negotiation.ts';
import type { RequestBody } from '../read/RequestParts.ts';
import type { Executed } from '../Executed.ts';
import type { CheckedRequest, Runtime } from '../Runtime.ts';
import { renderError } from '../renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../withDeadline.ts';
import { pathOfRequest } from '../render/prepareSuccess.ts';
import { checkPreconditions } from './checkPreconditions.ts';
import { type Progress, execute } from './executeEndpoint.ts';
import { streamRows } from './streamRows.ts';

/**
 * Performs a request as soon as it has its share of the capacity. Rejects with UNAVAILABLE, before anything ran, where too much work
 * waits.
 */
export function performAdmitted(
  runtime: Runtime,
  checked: CheckedRequest,
  body: RequestBody | undefined,
): Promise<Reply> {
  const { admission } = runtime;
  const perform = () => performOnce(runtime, checked, body);
  if (!admission) return perform();
  const { request, endpoint, callerKey: caller, inputs } = checked;
  const { signal, deadline = Date.now() + REQUEST_TIMEOUT_MS } = request;
  const variant = inputs.page?.style ?? 'UNPAGED';
  const { costOf, mutatedFields: fields } = endpoint.operation(variant);
  const { variables } = inputs;
  const cost = REQUEST_COST + costOf(variables) + (endpoint.lookup?.().costOf(variables) ?? 0);
  const write = fields && { fields, isTransaction: inputs.idempotencyKey !== undefined };
  return admission.run({ cost, caller, deadline, signal, write }, perform);
}

/**
 * Performs a request, or replays the response of the first one with its key. Rejects with NOT_ACCEPTABLE where Accept excludes the media
 * type of that.
 */
function performOnce(runtime: Runtime, checked: CheckedRequest, body: RequestBody | undefined): Promise<Reply> {
  const { request, endpoint, caller, inputs } = checked;
  const { idempotencyKey: key } = inputs;
  if (key === undefined || !runtime.runOnce) return performRequest(runtime, checked);
  const progress: Progress = { effect: 'NONE' };
  const once = runtime.runOnce(
    toKeyedRequest(key, caller?.subject ? qualifyName(caller, caller.subject) : '-', checked, body),
    {
      run: (transaction) => performRequest(runtime, { ...checked, transaction }, progress),
      renderError: (error) =>
        renderError(error, request.headers.accept, request.requestId, endpoint.version.conventions),
      effect: () => progress.effect,
      report: (failure) => reportAside(runtime, checked, internalError(failure)),
    },
  );
  return once.then((reply) => {
    if (!isReplay(reply)) return reply;
    request.span?.count('replay');
    assertAccepted(reply, runtime, checked);
    return reply;
  });
}

/** Errors are sent whatever Accept says, and so is the type that this request would have as the first one. */
function assertAccepted({ status, headers }: Reply, runtime: Runtime, checked: CheckedRequest): void {
  const type = headers['content-type'];
  if (status >= 400 || type === undefined || type === mediaTypeOf(runtime, checked)) return;
  if (qualityOf(parseAccept(checked.request.headers.accept), essenceOf(type)) > 0) return;
  throw new ServiceError('NOT_ACCEPTABLE', `Not acceptable; the stored response has the media type ${type}.`);
}

/** Reports an error that does not change the response; nor does a report that fails. */
function reportAside(
  { report }: Runtime,
  { request, endpoint }: CheckedRequest,
  error: ServiceError,
  isCaught?: true,
): void {
  const { requestId, trace, method, target } = request;
  const document = endpoint.plan.source.file;
  try {
    report({ requestId, trace, method, target, error, document, ...(isCaught && { isCaught }) });
  } catch {
    // The failure is not reported.
  }
}

function toKeyedRequest(
  key: string,
  subject: string,
  { request, route, endpoint, query }: CheckedRequest,
  body: RequestBody | undefined,
): KeyedRequest {
  const { plan, version } = endpoint;
  const headers = plan.parameters.flatMap(({ source, name }) => {
    const value = source === 'header' ? headerOf(request.headers, name.toLowerCase()) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  // The text of any JSON can be that of another value.
  const values = plan.parameters.flatMap(({ name, type }) => {
    const isAmbiguous = request.values?.has(name) && jsonTypeOf(typeName(type), version.conventions) === 'any';
    return isAmbiguous ? [[name, request.values!.get(name)]] : [];
  });
  // Not the path as received: the version may be in a header instead, and characters may be encoded or not. The values of a query
  // stay encoded, because a comma separates only as it is.
  const partsWith = (queryPart: unknown): unknown[] => {
    const given = values.length > 0 ? [queryPart, values] : queryPart;
    const parts: unknown[] = [version.number, plan.method, plan.path, route.values, given, headers];
    if (body?.value === undefined) return parts;
    return body.syntax === undefined ? [...parts, body.value] : [...parts, body.value, body.syntax];
  };
  return {
    subject,
    route: `v${version.number} ${plan.method} ${plan.path}`,
    key,
    fingerprint: hash(`RFC 8785 ${canonicalJson(partsWith(Object.fromEntries(query)))}`),
    earlierFingerprint: () => hash(writeJson(partsWith(route.query))),
    deadline: request.deadline ?? Date.now() + REQUEST_TIMEOUT_MS,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A read awaits nothing before its execution, and a continuation takes less memory than the state of an async function. */
function performRequest(runtime: Runtime, checked: CheckedRequest, progress?: Progress): Promise<Reply> {
  const perform = () => {
    const report = (error: ServiceError, isCaught?: true) => reportAside(runtime, checked, error, isCaught);
    return execute(checked, checked.inputs, { progress, report }).then((found) => render(runtime, checked, found));
  };
  const isRead = checked.endpoint.plan.method === 'GET' && !checked.inputs.precondition;
  return isRead ? perform() : checkPreconditions(runtime, checked).then(perform);
}

function render(runtime: Runtime, checked: CheckedRequest, executed: Executed): Reply {
  const { request, route, endpoint, query, inputs, deprecations } = checked;
  const { plan, version } = endpoint;
  const mediaType = mediaTypeOf(runtime, checked);
  try {
    const base = (version.conventions.urls === 'absolute' ? originOf(request, runtime.settings) : '') + route.prefix;
    const reply = endpoint.renderSuccess(executed, { route, query, inputs, base, mediaType, deprecations });
    const { page, variables, selection } = inputs;
    const list = page?.style === 'CURSOR' && page.rows !== undefined && endpoint.formatOf(mediaType)?.list;
    if (!list) return reply;
    const context = { variables, base, sent: selection?.sent };
    const path = base + pathOfRequest(plan.segments, route.values);
    const report = (error: ServiceError, isCaught?: true) => reportAside(runtime, checked, error, isCaught);
    return streamRows(runtime, checked, { executed, reply }, { list, context, address: { path, query }, report });
  } catch (cause) {
    throw plan.operationType === 'mutation' ? unrenderableResult(cause) : cause;
  }
}

function mediaTypeOf({ settings }: Runtime, checked: CheckedRequest): string {
  const { request, route, preference, produced } = checked;
  const { accept } = request.headers;
  const bodyVersion = route.pathVersion === undefined ? checked.bodyVersion?.version : undefined;
  return selectMediaType({ preference, version: route.version, accept, produced, bodyVersion }, settings);
}
