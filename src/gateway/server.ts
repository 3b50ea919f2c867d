// What `portico/server` offers beside the package itself: the parts of a server of one's own, in the order of a request. What serves the
// API of this repository is made of nothing else.

// Settings, and the telemetry of the process.
export { type Environment, oneOf, parseEnvironment } from './config/environment.ts';
export { makeFolder } from './config/makeFolder.ts';
export { readSettings } from './config/readSettings.ts';
export { type Settings, SettingsError } from './config/Settings.ts';
export { type Logger, createLogger } from './telemetry/createLogger.ts';
export type { Span, Telemetry } from './telemetry/Telemetry.ts';
export { reportFailure } from './telemetry/requestLog.ts';

// Texts in lines.
export { LineLengthError, splitLines } from './protocol/splitLines.ts';

// Errors as clients read them.
export { STATUS_OF_CODE } from './errors/codes.ts';
export {
  OVERLOADED,
  internalError,
  invalidInputError,
  methodNotAllowedError,
  outcomeUnknownError,
  refusalOf,
} from './errors/knownErrors.ts';
export { truncateMiddle } from './errors/nearNames.ts';
export { type Problem, ServiceError } from './errors/ServiceError.ts';

// Authenticators, and what a schema requires of callers.
export type { Caller } from './access/Caller.ts';
export { checkScopes } from './access/checkScopes.ts';
export { compileRequirements } from './access/compileRequirements.ts';
export { type Authenticator, openAuthenticator } from './access/createAuthenticator.ts';
export { describeUnreadAccess, findUnreadAccessOf } from './access/findUnreadAccess.ts';
export { MAX_TOKEN_LIFETIME, loadLocalKeys, rotateLocalKeys, signToken } from './access/localKeys.ts';
export { type ScopeAlternatives, listScopes, requiredScopes } from './access/requiredAccess.ts';

// Limits: quotas, turns, and the cost of operations.
export { memoizeByNode } from './document/memoizeByNode.ts';
export { type CostRules, compileCost, mutatedFields } from './execution/compileCost.ts';
export { callerKey } from './limits/callerKey.ts';
export {
  type Admission,
  MAX_COST,
  MAX_WAIT_MS,
  REQUEST_COST,
  type Work,
  createAdmission,
} from './limits/createAdmission.ts';
export { Lane, type Release } from './limits/Lane.ts';
export { openRateLimiter } from './limits/openRateLimiter.ts';
export type { RateLimiter, RateLimitHeaders } from './limits/RateLimiter.ts';

// At most one execution for each Idempotency-Key.
export { KEY_LIFETIME_HOURS, type KeyedRequest } from './idempotency/IdempotencyStore.ts';
export { type RunOnce, assertSameRequest, keyInUseError, replay } from './idempotency/RunOnce.ts';

// The REST engine over a schema whose resolvers run in this process.
export { type Engine, type EngineOptions, createEngine } from './createEngine.ts';
export type { RequestContext } from './execution/Execute.ts';
export { prepareOperation } from './execution/prepareOperation.ts';
export { type PlanSource, loadPlan, readApiName } from './loadPlan.ts';

// The server that all modes share, and what a handler beside the engine needs of it.
export type { TrustsPeer } from './protocol/clientOrigin.ts';
export { encodeBody, negotiateCoding } from './protocol/contentCoding.ts';
export { type Reply, withTrace } from './protocol/Reply.ts';
export { type AbortSignalLike, RequestSignal } from './protocol/signals.ts';
export { pathOf } from './protocol/urls.ts';
export { readJsonBody } from './request/requestBody.ts';
export { type Execution, REQUEST_TIMEOUT_MS, withDeadline } from './runtime/withDeadline.ts';
export type { GraphiqlPage } from './server/docs/createDocs.ts';
export { type ServedFile, escapeHtml, renderAsset, renderHtml } from './server/docs/site.ts';
export { GRAPHQL_METHODS } from './server/methods.ts';
export { type Exchange, readPeer, toRestRequest } from './server/readRequest.ts';
export { CHANGES_PATH } from './server/ServedApi.ts';
export { type Overrides, type RunningServer, shareProbe, startWith } from './server/RunningServer.ts';
export { endReply } from './server/writeReply.ts';
export { startGatewayServer } from './startGatewayServer.ts';
