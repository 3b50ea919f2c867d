// What `portico/server` offers beside the package itself: the parts of a server of one's own, in the order of a request. What serves the
// API of this repository is made of nothing else.

// Settings, and the telemetry of the process.
export { type Environment, oneOf, parseEnvironment } from './base/settings/environment.ts';
export { makeFolder } from './base/settings/makeFolder.ts';
export { readSettings } from './base/settings/readSettings.ts';
export { type Settings, SettingsError } from './base/settings/Settings.ts';
export { type Logger, createLogger } from './base/telemetry/createLogger.ts';
export type { Span, Telemetry } from './base/telemetry/Telemetry.ts';
export { reportFailure } from './base/telemetry/requestLog.ts';

// Texts in lines.
export { LineLengthError, splitLines } from './http/splitLines.ts';

// Errors as clients read them.
export { STATUS_OF_CODE } from './base/errors/codes.ts';
export {
  OVERLOADED,
  internalError,
  invalidInputError,
  methodNotAllowedError,
  outcomeUnknownError,
  refusalOf,
} from './base/errors/knownErrors.ts';
export { truncateMiddle } from './base/errors/nearNames.ts';
export { type Problem, ServiceError } from './base/errors/ServiceError.ts';

// Authenticators, and what a schema requires of callers.
export type { Caller } from './guard/access/Caller.ts';
export { checkScopes } from './guard/access/checkScopes.ts';
export { collectRequirements } from './guard/access/collectRequirements.ts';
export { type Authenticator, openAuthenticator } from './guard/access/createAuthenticator.ts';
export { describeUnreadAccess, findUnreadAccessOf } from './guard/access/findUnreadAccess.ts';
export { MAX_TOKEN_LIFETIME, loadLocalKeys, rotateLocalKeys, signToken } from './guard/access/localKeys.ts';
export { type ScopeAlternatives, listScopes, requiredScopes } from './guard/access/requiredAccess.ts';

// Limits: quotas, turns, and the cost of operations.
export { memoizeByNode } from './compile/document/memoizeByNode.ts';
export { type CostRules, prepareCost, mutatedFields } from './execute/prepareCost.ts';
export { callerKey } from './guard/limits/callerKey.ts';
export {
  type Admission,
  MAX_COST,
  MAX_WAIT_MS,
  REQUEST_COST,
  type Work,
  createAdmission,
} from './guard/limits/createAdmission.ts';
export { Lane, type Release } from './guard/limits/Lane.ts';
export { openRateLimiter } from './guard/limits/openRateLimiter.ts';
export type { RateLimiter, RateLimitHeaders } from './guard/limits/createRateLimiter.ts';

// At most one execution for each Idempotency-Key.
export { KEY_LIFETIME_HOURS, type KeyedRequest } from './guard/idempotency/IdempotencyStore.ts';
export { type RunOnce, assertSameRequest, keyInUseError, replay } from './guard/idempotency/RunOnce.ts';

// The REST engine over a schema whose resolvers run in this process.
export { type Engine, type EngineOptions, createEngine } from './serve/createEngine.ts';
export type { RequestContext } from './execute/Execute.ts';
export { prepareOperation } from './execute/prepareOperation.ts';
export { type PlanSource, loadPlan, readApiName } from './compile/loadPlan.ts';

// The server that all modes share, and what a handler beside the engine needs of it.
export type { TrustsPeer } from './http/clientOrigin.ts';
export { encodeBody, negotiateCoding } from './http/contentCoding.ts';
export { type Reply, withTrace } from './http/Reply.ts';
export { type AbortSignalLike, RequestSignal } from './http/signals.ts';
export { pathOf } from './http/urls.ts';
export { readJsonBody } from './handle/read/parseBody.ts';
export { type Execution, REQUEST_TIMEOUT_MS, withDeadline } from './handle/withDeadline.ts';
export type { GraphiqlPage } from './serve/docs/createDocs.ts';
export { type ServedFile, escapeHtml, renderAsset, renderHtml } from './serve/docs/site.ts';
export { GRAPHQL_METHODS } from './serve/methods.ts';
export { type Exchange, readPeer, toRestRequest } from './serve/readRequest.ts';
export { CHANGES_PATH } from './serve/ServedApi.ts';
export { type Overrides, type RunningServer, shareProbe, startWith } from './serve/RunningServer.ts';
export { endReply } from './serve/writeReply.ts';
export { startGatewayServer } from './serve/startGatewayServer.ts';
