// Starts OpenTelemetry's SDK for a process of its own. The SDK reads the variables OTEL_*; here is only whether one of them, or
// METRICS_PORT, asks for it. Without that no package of OpenTelemetry is loaded.
import { setTimeout } from 'node:timers/promises';
import { appendUnits } from './prometheusNames.ts';
import type { Telemetry } from './Telemetry.ts';

/** The SDK of a process, and the measurements that it exports. */
export interface OpenTelemetry {
  telemetry: Telemetry;
  /** The metrics in the text format of Prometheus, with METRICS_PORT. */
  renderMetrics(): Promise<string>;
  /** Exports what is left. Never rejects. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 3_000;

/** Series of one metric: clients times endpoints. The default of the SDK is 2,000. */
const MAX_SERIES = 100_000;

type Environment = Record<string, string | undefined>;

interface OpenTelemetryOptions {
  /** Whether `renderMetrics` is used. */
  prometheus: boolean;
  /** Which of several processes this is; absent: the only one. */
  worker?: number | undefined;
}

/**
 * Starts the SDK where something is to be exported. Sets defaults in the variables. Rejects with one sentence where its packages are not
 * installed.
 */
export async function openTelemetry(
  env: Environment,
  { prometheus, worker }: OpenTelemetryOptions,
): Promise<OpenTelemetry | undefined> {
  const traces = isExported(env, 'TRACES');
  const metrics = prometheus || isExported(env, 'METRICS');
  if ((!traces && !metrics) || env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined;
  const cause = prometheus ? 'METRICS_PORT' : 'Exporting by OTEL_* variables';
  const [api, { NodeSDK }, { PrometheusExporter, PrometheusSerializer }] = await importPackages(cause);
  const [{ createTelemetry }, { observeProcess }] = await Promise.all([
    import('./createTelemetry.ts'),
    import('./processMetrics.ts'),
  ]);
  setDefaults(env, { traces, metrics, worker });
  // Pulled instead of pushed, as the SDK takes its readers either from the program or from variables; it listens at METRICS_PORT.
  const reader = prometheus ? new PrometheusExporter({ preventServerStart: true }) : undefined;
  const serializer = new PrometheusSerializer(undefined, false, /^worker$/, false, true);
  const views = [{ instrumentName: '*', aggregationCardinalityLimit: MAX_SERIES }];
  // Null, which its types lack, is none: spans are passed on, and one that is registered costs each promise.
  const sdk = new NodeSDK({ views, contextManager: null as never, ...(reader && { metricReaders: [reader] }) });
  sdk.start();
  observeProcess(api.metrics.getMeter('portico'));
  return {
    telemetry: createTelemetry(api, { traces }),
    renderMetrics: async () =>
      reader ? serializer.serialize(appendUnits((await reader.collect()).resourceMetrics)) : '',
    // A collector that does not respond must not keep the process.
    close: () => Promise.race([sdk.shutdown().catch(() => {}), setTimeout(CLOSE_TIMEOUT_MS)]),
  };
}

/** Whether variables ask for the export of a signal: by an exporter, or by where one sends to. */
function isExported(env: Environment, signal: 'TRACES' | 'METRICS'): boolean {
  const exporter = env[`OTEL_${signal}_EXPORTER`];
  if (exporter) return exporter !== 'none';
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
}

/**
 * What the SDK reads where nothing else is said. Its own default exports every signal, and describes the process by its command line,
 * which may contain secrets.
 */
function setDefaults(
  env: Environment,
  { traces, metrics, worker }: { traces: boolean; metrics: boolean; worker: number | undefined },
): void {
  if (!traces) env['OTEL_TRACES_EXPORTER'] = 'none';
  if (!metrics) env['OTEL_METRICS_EXPORTER'] = 'none';
  env['OTEL_LOGS_EXPORTER'] ||= 'none';
  env['OTEL_NODE_RESOURCE_DETECTORS'] ||= 'env';
  env['OTEL_PROPAGATORS'] ||= 'tracecontext';
  // The last one of several counts.
  const attributes = ['service.name=portico', env['OTEL_RESOURCE_ATTRIBUTES'], worker && `worker=${worker}`];
  env['OTEL_RESOURCE_ATTRIBUTES'] = attributes.filter(Boolean).join(',');
}

async function importPackages(cause: string) {
  try {
    return await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/exporter-prometheus'),
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    // Versions that install on every Node that Portico runs on. Later ones work, too, where they install.
    const packages = ['api@1.9', 'sdk-node@0.223', 'exporter-prometheus@0.223'].map((name) => `@opentelemetry/${name}`);
    throw new Error(`${cause} requires the packages of OpenTelemetry: npm install ${packages.join(' ')}`, {
      cause: error,
    });
  }
}
