// Who may send a request, and under which key.
import type { Caller } from '../../access/Caller.ts';
import { refuseScopes, unauthenticatedError } from '../../access/checkScopes.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type ScopeRule, missingScopes } from '../../plan/ScopeRule.ts';
import type { RestRequest } from '../../request/RestRequest.ts';
import { InputPath, TOO_DEEP, type Variables, isTooDeep } from '../../request/coercion.ts';
import { IDEMPOTENCY_KEY } from '../../request/compileParameterReaders.ts';
import type { Inputs } from '../../request/compileReader.ts';
import type { Endpoint } from '../Endpoint.ts';
import type { Runtime } from '../Runtime.ts';

/**
 * The caller of a request to an endpoint; null for an anonymous one. Under NONE the Authorization header is not read, and under
 * OPTIONAL a request without it is anonymous. Throws UNAUTHENTICATED, or rejects with it, where the header is not valid, or missing
 * under REQUIRED.
 */
export function authenticate(
  runtime: Runtime,
  { plan, version }: Pick<Endpoint, 'plan' | 'version'>,
  request: RestRequest,
): Caller | null | Promise<Caller | null> {
  const { authorization } = request.headers;
  // Nothing authenticates here: an upstream may, or the host in front.
  if (!runtime.authenticate) return { subject: '', scopes: new Set(), claims: {}, authorization: authorization ?? '' };
  if (plan.auth === 'NONE' || (plan.auth === 'OPTIONAL' && authorization === undefined)) return null;
  const requireValid = (caller: Caller | null) => {
    if (!caller && (plan.auth === 'REQUIRED' || authorization !== undefined))
      throw unauthenticatedError({ realm: runtime.settings.apiName });
    return caller;
  };
  const found = runtime.authenticate(authorization, version.conventions.auth.scheme, request);
  return found instanceof Promise ? found.then(requireValid) : requireValid(found);
}

/** Throws UNAUTHENTICATED if there is no caller, and the endpoint needs one, or what these variables select of it. */
export function requireCaller(
  caller: Caller | null,
  { auth, scopes }: Pick<EndpointPlan, 'auth' | 'scopes'>,
  variables: Variables,
  realm: string,
): void {
  if (caller) return;
  if (auth === 'REQUIRED' || missingScopes(scopes, null, variables).length > 0) throw unauthenticatedError({ realm });
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
  else if (problems.problems.length === 0 && isTooDeep(body)) problems.add(InputPath.body, TOO_DEEP);
}
