import type { Caller } from '../guard/access/Caller.ts';
import type { Conventions, ErrorConventions } from '../plan/conventions/Conventions.ts';
import type { CredentialRules } from '../plan/conventions/credentialRules.ts';
import type { HeaderRules } from '../plan/conventions/headerRules.ts';
import type { ServiceError } from '../base/errors/ServiceError.ts';
import type { RunOnce } from '../guard/idempotency/RunOnce.ts';
import type { Admission } from '../guard/limits/createAdmission.ts';
import type { RateLimiter } from '../guard/limits/createRateLimiter.ts';
import type { DeprecationPlan } from '../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { OriginSettings } from '../http/clientOrigin.ts';
import type { BodyVersion, Preference, VersionSettings } from '../http/versions.ts';
import type { RawQuery } from '../http/urls.ts';
import type { Inputs } from './read/prepareReader.ts';
import type { RestRequest } from './read/RestRequest.ts';
import type { Route, RouteSettings, Routers } from './read/routing.ts';
import type { Endpoint } from './Endpoint.ts';

/** What handles the requests of an API; created once, at startup. */
export interface Runtime {
  settings: RouteSettings &
    VersionSettings &
    OriginSettings & {
      /** Whether bodies are compressed. */ compression?: boolean;
      /** See `RuntimeSettings`. */ corsOrigins?: readonly string[] | '*';
    };
  /** By number. */
  versions: ReadonlyMap<number, ServedVersion>;
  routers: Routers;
  /** What an Accept header asks for. */
  readPreference(accept: string | undefined): Preference;
  endpointOf(version: number, plan: EndpointPlan): Endpoint;
  /**
   * Identifies the caller by the Authorization header as it was sent; `scheme` and `errors` are those of the conventions. Null or
   * a rejection with UNAUTHENTICATED: the credentials are missing or not valid. Absent: nothing authenticates.
   */
  authenticate?: (
    authorization: string | undefined,
    scheme: string,
    request: RestRequest,
    errors: ErrorConventions,
  ) => Caller | null | Promise<Caller | null>;
  /** Absent: the API states no security schemes, and credentials are in Authorization. */
  credentials?: CredentialRules | undefined;
  /** Absent: callers have no limits. */
  rateLimiter?: RateLimiter;
  /** Absent: every request executes at once. */
  admission?: Admission;
  /** Executes requests with an Idempotency-Key. Absent: they are refused where the endpoint reads it. */
  runOnce?: RunOnce;
  /** Whether keys without a caller belong to one and the same; absent: they are refused. */
  keysWithoutCaller?: true;
  /** Called with every error of status 500 and above, and with failures that do not change the response. */
  report(failure: RuntimeFailure): void;
}

/** What the responses of a version have in common. */
export interface ServedVersion {
  conventions: Conventions;
  headers: HeaderRules | undefined;
  /** The Accept header of a request as `accepts` translates it; absent where that is empty. */
  translateAccept?: ((accept: string | undefined) => string | undefined) | undefined;
}

/** What fails while a request is handled. */
export interface RuntimeFailure extends Pick<RestRequest, 'requestId' | 'trace' | 'method' | 'target'> {
  error: ServiceError;
  /** Set where a field with `@catch` is null instead, and the response has no error. */
  isCaught?: true;
  /** The file of the endpoint. Absent: the request reached none. */
  document?: string;
}

/** A request of a caller to an endpoint, and the versions that its headers name. */
export interface RoutedRequest {
  request: RestRequest;
  route: Route;
  endpoint: Endpoint;
  preference: Preference;
  bodyVersion: BodyVersion;
  caller: Caller | null;
  /** Whose quota and capacity it takes; see `callerKey`. */
  callerKey: string;
  /** See `RequestContext`. */
  transaction?: unknown;
}

/** A request that has passed every check but its preconditions. */
export interface CheckedRequest extends RoutedRequest {
  query: RawQuery;
  inputs: Inputs;
  /** The media type of the response, where the endpoint has its own. */
  produced: string | undefined;
  /** The deprecated parts that it uses; absent where the endpoint has none. */
  deprecations: readonly DeprecationPlan[] | undefined;
}
