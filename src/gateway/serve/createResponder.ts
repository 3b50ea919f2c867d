// What a host's server responds, whatever hands the request over: the engine, and what the options put beside it. It responds to every
// request, whatever is wrong with it.
import type { Caller } from '../guard/access/Caller.ts';
import { clientName } from '../guard/access/clientName.ts';
import type { Engine } from './createEngine.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { internalError } from '../base/errors/knownErrors.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { type Reply, observeEnd, withTrace } from '../http/Reply.ts';
import { pathOf } from '../http/urls.ts';
import type { RestRequest } from '../handle/read/RestRequest.ts';
import type { Runtime, ServedVersion } from '../handle/Runtime.ts';
import { refuseUnrouted } from '../handle/renderError.ts';
import type { Telemetry } from '../base/telemetry/Telemetry.ts';
import { parseTraceparent } from '../base/telemetry/traceContext.ts';
import { type Cors, withCors } from './cors.ts';
import type { ServedFile } from './docs/site.ts';
import { isFailure } from './RunningServer.ts';
import { checkHealth, respondWithFile } from './readOnlyReplies.ts';

/** What is found out about a request while it is handled. */
interface Observed {
  /** Absent where no endpoint was found. */
  endpoint?: EndpointPlan;
  version?: number;
  /** Null for an anonymous one; absent where none was identified. */
  caller?: Caller | null;
}

/** A response that was made. */
export interface Responded extends Observed {
  /** See `clientName`. */
  client: string;
  status: number;
  /** From the arrival of the request. */
  milliseconds: number;
}

export interface ResponderOptions {
  engine: Pick<Engine, 'handle'> & Partial<Pick<Engine, keyof ServedVersion | 'requestIdHeaders'>>;
  basePath: string;
  report: Runtime['report'];
  cors?: Cors | undefined;
  /** Whether there are `/health/live` and `/health/ready`. */
  health?: boolean;
  /** The file at a path, base path included; undefined without one. */
  findFile?(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
  /** Absent: nothing is measured. */
  telemetry?: (() => Telemetry | undefined) | undefined;
  /** Called once for each reply. */
  onResponse?: ((responded: Responded) => unknown) | undefined;
}

export interface Responder {
  /** Responds to a request. Never rejects. */
  respond(request: RestRequest): Promise<Reply>;
  /** The reply to a request that is wrong whatever its path is, or that the host's server cannot hand over. */
  refuse(request: RefusedRequest, thrown: unknown): Reply;
  /** See `RestEngine`. */
  requestIdHeaders: readonly string[] | undefined;
}

type RefusedRequest = Pick<RestRequest, 'method' | 'target' | 'headers' | 'requestId' | 'trace'>;

export function createResponder(options: ResponderOptions): Responder {
  const { engine, basePath, cors, onResponse, findFile, telemetry } = options;
  const probes = options.health ? [`${basePath}/health/live`, `${basePath}/health/ready`] : [];

  async function route(request: RestRequest): Promise<Reply> {
    if (probes.length === 0 && !findFile) return engine.handle(request);
    const path = pathOf(request.target);
    if (probes.includes(path)) return checkHealth(request.method, async () => {});
    const file = await findFile?.(path);
    if (!file) return engine.handle(request);
    // The host's server compresses.
    const { 'accept-encoding': _, ...headers } = request.headers;
    return respondWithFile(file, request.method, headers);
  }

  function report({ requestId, trace, method, target }: RefusedRequest, error: ServiceError): void {
    try {
      options.report({ requestId, trace, method, target, error });
    } catch {
      // The client gets a response even if the report fails.
    }
  }

  function renderThrown(request: RefusedRequest, thrown: unknown): Reply {
    const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
    if (isFailure(error)) report(request, error);
    return refuseUnrouted(error, request, engine);
  }

  /** The reply as the host sends it. */
  function finish(request: RefusedRequest, reply: Reply, started: number, observed: Observed): Reply {
    const sent = withCors(cors, request, reply);
    if (!onResponse) return sent;
    const end = () => {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const client = clientName(observed.caller, request.headers);
      void notify(request, { ...observed, client, status: sent.status, milliseconds });
    };
    if (sent.stream) return { ...sent, stream: observeEnd(sent.stream, end) };
    end();
    return sent;
  }

  /** What the observer throws is no matter of the client. */
  async function notify(request: RefusedRequest, responded: Responded): Promise<void> {
    try {
      await onResponse!(responded);
    } catch (thrown) {
      report(request, internalError(thrown));
    }
  }

  return {
    async respond(request) {
      const started = performance.now();
      const observed: Observed = {};
      const { method, peer, headers } = request;
      const scheme = peer?.encrypted ? 'https' : 'http';
      const span = telemetry?.()?.beginRequest({ method, scheme, headers });
      const trace = span?.trace ?? parseTraceparent(headers['traceparent']);
      const traced = span || trace ? { ...request, span, trace } : request;
      let reply: Reply;
      try {
        reply = await route(onResponse || span ? observe(traced, observed) : traced);
      } catch (thrown) {
        // Of a host's functions, only `report` throws here.
        reply = renderThrown(traced, thrown);
      }
      const { status, stream } = reply;
      const end = () => span?.finish({ ...observed, status });
      if (stream && span) reply = { ...reply, stream: observeEnd(stream, end) };
      else end();
      return withTrace(finish(request, reply, started, observed), trace);
    },
    refuse: (request, thrown) => finish(request, renderThrown(request, thrown), performance.now(), {}),
    requestIdHeaders: engine.requestIdHeaders,
  };
}

/** The request, which notes what is found out about it. */
function observe(request: RestRequest, observed: Observed): RestRequest {
  return {
    ...request,
    onRouted: (endpoint, version) => void Object.assign(observed, { endpoint, version }),
    onAuthenticated: (caller) => void Object.assign(observed, { caller }),
  };
}
