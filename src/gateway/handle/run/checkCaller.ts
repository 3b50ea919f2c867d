// Who may send a request, and under which key.
import type { Caller } from '../../guard/access/Caller.ts';
import { refuseScopes, unauthenticatedError } from '../../guard/access/checkScopes.ts';
import type { ServiceError } from '../../base/errors/ServiceError.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type ScopeRule, missingScopes } from '../../plan/ScopeRule.ts';
import { isDeeperThan } from '../../http/losslessJson.ts';
import { splitTarget } from '../../http/urls.ts';
import { InputPath, MAX_DEPTH, TOO_DEEP, type Variables } from '../../plan/values/coercion.ts';
import { IDEMPOTENCY_KEY } from '../read/prepareParameterReaders.ts';
import type { Inputs } from '../read/prepareReader.ts';
import type { RestRequest } from '../read/RestRequest.ts';
import type { Endpoint } from '../Endpoint.ts';
import type { Runtime } from '../Runtime.ts';

const NO_SCOPES: ReadonlySet<string> = new Set();

/**
 * The caller of a request to an endpoint; null for an anonymous one. Under NONE credentials are not read, and under OPTIONAL a
 * request without any is anonymous: no host is asked for it, which could return an object that stands for nobody. Throws UNAUTHENTICATED,
 * or rejects with it, where they are not valid, or missing under REQUIRED.
 */
export function authenticate(
  runtime: Runtime,
  { plan, version }: { plan: Pick<EndpointPlan, 'auth'>; version: Pick<VersionPlan, 'conventions'> },
  request: RestRequest,
): Caller | null | Promise<Caller | null> {
  const { headers, target } = request;
  const { authorization } = headers;
  // Nothing authenticates here: an upstream may, or the host in front.
  if (!runtime.authenticate) return { subject: '', scopes: NO_SCOPES, claims: {}, authorization: authorization ?? '' };
  const { auth, errors } = version.conventions;
  if (plan.auth === 'NONE' || (plan.auth === 'OPTIONAL' && !hasCredentials(runtime, headers, target))) return null;
  const requireValid = (caller: Caller | null) => {
    if (!caller && (plan.auth === 'REQUIRED' || hasCredentials(runtime, headers, target)))
      throw unauthenticated(runtime, auth.scheme);
    return caller;
  };
  if (request.caller !== undefined) return requireValid(request.caller);
  const found = runtime.authenticate(authorization, auth.scheme, request, errors);
  return found instanceof Promise ? found.then(requireValid) : requireValid(found);
}

/** Whether a request has credentials, valid or not. */
export function hasCredentials(
  { credentials }: Pick<Runtime, 'credentials'>,
  headers: RestRequest['headers'],
  target: string,
): boolean {
  if (!credentials) return headers.authorization !== undefined;
  return credentials.areIn(headers, splitTarget(target).query);
}

function unauthenticated({ credentials, settings }: Runtime, scheme: string): ServiceError {
  return unauthenticatedError({ realm: settings.apiName }, credentials?.message(scheme));
}

/** Throws UNAUTHENTICATED if there is no caller, and the endpoint needs one, or what these variables select of it. */
export function requireCaller(
  runtime: Runtime,
  caller: Caller | null,
  { plan: { auth, scopes }, version }: Pick<Endpoint, 'plan' | 'version'>,
  variables: Variables,
): void {
  if (caller || (auth !== 'REQUIRED' && missingScopes(scopes, null, variables).length === 0)) return;
  throw unauthenticated(runtime, version.conventions.auth.scheme);
}

/**
 * Throws FORBIDDEN, naming the missing scopes, unless the caller may run the endpoint with these variables, and UNAUTHENTICATED
 * where it needs a caller and there is none.
 */
export function requireScopes(rules: readonly ScopeRule[], caller: Caller | null, variables: Variables): void {
  refuseScopes(missingScopes(rules, caller?.scopes ?? null, variables), caller);
}

/**
 * Adds a problem where a key cannot be honoured: nothing keeps it, it would belong to nobody, or the body has too many levels for a
 * fingerprint, which the properties that are ignored are a part of. `body` is its JSON, undefined for none.
 */
export function checkKey(
  { idempotencyKey, problems }: Inputs,
  caller: Caller | null,
  body: unknown,
  { runOnce, keysWithoutCaller }: Runtime,
): void {
  if (idempotencyKey === undefined) return;
  if (!runOnce) problems.add(IDEMPOTENCY_KEY, 'is not supported: this server keeps no keys');
  else if (!caller?.subject && !keysWithoutCaller)
    problems.add(IDEMPOTENCY_KEY, 'requires a caller with a subject, to whom it belongs');
  else if (problems.problems.length === 0 && isDeeperThan(body, MAX_DEPTH)) problems.add(InputPath.body, TOO_DEEP);
}
