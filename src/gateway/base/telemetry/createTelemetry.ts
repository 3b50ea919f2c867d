// The measurements of a process by the API of OpenTelemetry, whose SDK is that of `openTelemetry` or of a host. Names are those of the
// semantic conventions; what these do not have begins with `portico`. No attribute of a metric has a value that a client can choose.
import type { Attributes, Context, Link, Span as OtelSpan } from '@opentelemetry/api';
import type * as Api from '@opentelemetry/api';
import { type Instruments, createInstruments } from './instruments.ts';
import type {
  MeasuredEndpoint,
  ReceivedRequest,
  RequestEvent,
  RequestOutcome,
  RequestSpan,
  Span,
  Telemetry,
  UpstreamSpan,
} from './Telemetry.ts';
import type { TraceContext } from './traceContext.ts';
import { UsageTable } from './usage.ts';

/** Creates the measurements over the API with its global providers. `isHosted`: a host may have measured the request before. */
export function createTelemetry(api: typeof Api, { traces, isHosted = false }: TelemetryOptions): Telemetry {
  const shared: Shared = {
    api,
    tracer: traces ? api.trace.getTracer('portico') : undefined,
    instruments: createInstruments(api),
  };
  const { instruments } = shared;
  const usage = new UsageTable();
  instruments.observeUsage(usage);
  const { noContext } = instruments;
  return {
    usage,
    beginRequest(request) {
      const active = isHosted ? api.trace.getSpan(api.context.active()) : undefined;
      const received = () => (traces ? api.propagation.extract(api.ROOT_CONTEXT, request.headers) : api.ROOT_CONTEXT);
      const parent = active ? api.context.active() : received();
      return new MeasuredRequest(shared, request, { parent, isMeasured: active === undefined });
    },
    beginStatement(sql, parent) {
      const start = performance.now();
      const operation = /^\s*([A-Z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER';
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql };
      const span = asMeasured(parent)?.begin(operation, { kind: api.SpanKind.CLIENT, attributes });
      return (error) => {
        const type = error === undefined ? undefined : typeOf(error);
        instruments.statements.record(
          (performance.now() - start) / 1_000,
          statementAttributes(operation, type),
          noContext,
        );
        span?.end(error);
      };
    },
    recordConnectionWait: (milliseconds) => instruments.connectionWait.record(milliseconds / 1_000, POOL, noContext),
    observeConnections: instruments.observeConnections,
    observeSlots: instruments.observeSlots,
  };
}

interface TelemetryOptions {
  /** Whether there is a provider of tracers. */
  traces: boolean;
  isHosted?: boolean;
}

/** What all spans of a process use. */
interface Shared {
  api: typeof Api;
  tracer: Api.Tracer | undefined;
  instruments: Instruments;
}

/** The only pool of connections that is observed. */
const POOL = { 'db.client.connection.pool.name': 'portico' };

interface BeginOptions {
  kind?: Api.SpanKind;
  attributes?: Attributes;
  others?: readonly Span[];
}

class MeasuredSpan implements Span {
  protected readonly shared: Shared;
  /** Undefined where nothing is traced. */
  protected readonly own: OtelSpan | undefined;
  readonly #parent: Context;
  #context: Context | undefined;

  constructor(shared: Shared, own: OtelSpan | undefined, parent: Context) {
    this.shared = shared;
    this.own = own;
    this.#parent = parent;
  }

  get trace(): TraceContext | undefined {
    const { api } = this.shared;
    const found = this.own?.spanContext() ?? api.trace.getSpanContext(this.#parent);
    if (!found || !api.isSpanContextValid(found)) return undefined;
    const { traceId, spanId, traceFlags } = found;
    return { traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 };
  }

  get propagates(): boolean {
    return this.shared.tracer !== undefined;
  }

  get isRecording(): boolean {
    return this.own?.isRecording() ?? false;
  }

  /** The context of what is below this span. */
  get context(): Context {
    if (!this.own) return this.#parent;
    return (this.#context ??= this.shared.api.trace.setSpan(this.#parent, this.own));
  }

  /** Begins a part of this span, and of others. What is not recorded has no parts: only the ids of the whole are passed on. */
  begin(name: string, { kind, attributes, others = [] }: BeginOptions = {}): MeasuredSpan {
    const recording = [this, ...others.map((other) => asMeasured(other)!)].filter((span) => span.isRecording);
    const [parent, ...linked] = recording;
    if (!parent) return new MeasuredSpan(this.shared, undefined, this.context);
    // A batch is a part of one request and has links to the others: a span has one parent.
    const links = linked.map((span): Link => ({ context: span.own!.spanContext() }));
    const options = { ...(kind !== undefined && { kind }), ...(attributes && { attributes }), links };
    const own = this.shared.tracer!.startSpan(name, options, parent.context);
    for (const span of linked) span.own!.addLink({ context: own.spanContext() });
    return new MeasuredSpan(this.shared, own, parent.context);
  }

  beginOperation(type: string, name: string): Span {
    // Nothing of it is recorded, and its parts have the same context.
    if (!this.isRecording) return this;
    const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': name };
    return this.begin(name === '' ? type : `${type} ${name}`, { attributes });
  }

  beginBatch(name: string, size: number, others: readonly Span[]): Span {
    const { instruments } = this.shared;
    instruments.batches.record(size, batchAttributes(name), instruments.noContext);
    const attributes = { 'portico.batch.name': name, 'portico.batch.size': size };
    return this.begin(`batch ${name}`, { attributes, others });
  }

  beginUpstream(url: URL, others?: readonly Span[]): UpstreamSpan {
    const { api, instruments } = this.shared;
    const start = performance.now();
    const attributes = upstreamAttributes(url);
    const full = `${url.origin}${url.pathname}`;
    const span = this.begin('POST', {
      kind: api.SpanKind.CLIENT,
      attributes: { ...attributes, 'url.full': full },
      ...(others && { others }),
    });
    return {
      inject: (headers) => {
        if (!span.propagates) return headers;
        const carrier = { ...headers };
        api.propagation.inject(span.context, carrier);
        return carrier;
      },
      end: (outcome) => {
        const failure =
          'error' in outcome ? { 'error.type': typeOf(outcome.error) } : statusAttributes(outcome.status, 400);
        instruments.upstream.record(
          (performance.now() - start) / 1_000,
          { ...attributes, ...failure },
          instruments.noContext,
        );
        span.own?.setAttributes(failure);
        span.end('error' in outcome ? outcome.error : undefined);
      },
    };
  }

  run<Result>(work: () => Result): Result {
    return this.shared.api.context.with(this.context, work);
  }

  count(event: RequestEvent): void {
    const { instruments } = this.shared;
    if (event === 'replay') instruments.replays.add(1, {}, instruments.noContext);
    else instruments.refusals.add(1, REFUSALS[event], instruments.noContext);
  }

  end(error?: unknown): void {
    if (error !== undefined && this.isRecording) {
      const { SpanStatusCode } = this.shared.api;
      this.own!.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
    }
    this.own?.end();
  }
}

class MeasuredRequest extends MeasuredSpan implements RequestSpan {
  readonly #start = performance.now();
  readonly #request: ReceivedRequest & { method: string };
  readonly #isMeasured: boolean;

  constructor(shared: Shared, request: ReceivedRequest, origin: { parent: Context; isMeasured: boolean }) {
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const { parent, isMeasured } = origin;
    super(shared, shared.tracer && beginTrace(shared.tracer, { ...request, method }, origin, shared.api), parent);
    this.#request = { method, scheme: request.scheme, headers: request.headers };
    this.#isMeasured = isMeasured;
    if (isMeasured) shared.instruments.countActive(this.#request, 1);
  }

  finish(response: RequestOutcome): void {
    const { instruments } = this.shared;
    const attributes = requestAttributes(this.#request, response);
    if (this.#isMeasured) {
      instruments.countActive(this.#request, -1);
      instruments.requests.record((performance.now() - this.#start) / 1_000, attributes, instruments.noContext);
    }
    const { own } = this;
    if (own?.isRecording()) {
      own.setAttributes(attributes);
      if (response.endpoint) own.updateName(`${this.#request.method} ${response.endpoint.path}`);
      if (response.status >= 500) own.setStatus({ code: this.shared.api.SpanStatusCode.ERROR });
    }
    this.end();
  }
}

function beginTrace(
  tracer: Api.Tracer,
  { method, scheme }: ReceivedRequest,
  { parent, isMeasured }: { parent: Context; isMeasured: boolean },
  { SpanKind }: typeof Api,
): OtelSpan {
  const kind = isMeasured ? SpanKind.SERVER : SpanKind.INTERNAL;
  const attributes = { 'http.request.method': method, 'url.scheme': scheme };
  return tracer.startSpan(method === '_OTHER' ? 'HTTP' : method, { kind, attributes }, parent);
}

function asMeasured(span: Span | undefined): MeasuredSpan | undefined {
  // Every span of a process is created here.
  return span as MeasuredSpan | undefined;
}

/** See RFC 9110, section 9, and RFC 5789. Any other method is one of a client's own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

const REFUSALS = { overload: { reason: 'overload' }, rate_limit: { reason: 'rate_limit' } };

/** Attributes are created once: each object is one of few. */
function memoize<Args extends readonly unknown[]>(
  keyOf: (...args: Args) => string,
  create: (...args: Args) => Attributes,
): (...args: Args) => Attributes {
  const known = new Map<string, Attributes>();
  return (...args) => {
    const key = keyOf(...args);
    let attributes = known.get(key);
    if (!attributes) known.set(key, (attributes = create(...args)));
    return attributes;
  };
}

const UNROUTED: MeasuredEndpoint = { path: '' };

const attributesOfEndpoint = new WeakMap<MeasuredEndpoint, ReturnType<typeof memoizeRequests>>();

function requestAttributes(
  request: ReceivedRequest,
  { status, endpoint = UNROUTED, version }: RequestOutcome,
): Attributes {
  let attributes = attributesOfEndpoint.get(endpoint);
  if (!attributes) attributesOfEndpoint.set(endpoint, (attributes = memoizeRequests(endpoint)));
  return attributes(request, status, version);
}

function memoizeRequests({ path, name }: MeasuredEndpoint) {
  return memoize(
    ({ method, scheme }: ReceivedRequest, status: number, version: number | undefined) =>
      `${method} ${scheme} ${status} ${version}`,
    ({ method, scheme }, status, version) => ({
      'http.request.method': method,
      'url.scheme': scheme,
      ...(status === 0 ? { 'error.type': 'client_disconnected' } : statusAttributes(status, 500)),
      ...(path !== '' && { 'http.route': path }),
      ...(version !== undefined && { 'portico.api.version': version }),
      ...(name !== undefined && { 'graphql.operation.name': name }),
    }),
  );
}

/** The status, which is an error from one on. */
function statusAttributes(status: number, firstError: number): Attributes {
  return { 'http.response.status_code': status, ...(status >= firstError && { 'error.type': String(status) }) };
}

const statementAttributes = memoize(
  (operation: string, error: string | undefined) => `${operation} ${error}`,
  (operation, error) => ({
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(error !== undefined && { 'error.type': error }),
  }),
);

const batchAttributes = memoize(
  (name: string) => name,
  (name) => ({ 'portico.batch.name': name }),
);

const upstreamAttributes = memoize(
  ({ host }: URL) => host,
  ({ protocol, hostname, port }) => ({
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }),
);

/** A code of Node, PostgreSQL or this program, or the class: never a message. */
function typeOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : typeof name === 'string' ? name : '_OTHER';
}
