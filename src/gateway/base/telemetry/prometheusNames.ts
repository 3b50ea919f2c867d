// The names of metrics in Prometheus end with their unit, in words; the serializer of the SDK leaves that out. See "Metric Metadata" of
// https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/ and https://prometheus.io/docs/practices/naming/
import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus';

type CollectedMetrics = Awaited<ReturnType<PrometheusExporter['collect']>>['resourceMetrics'];

/** The units of the instruments here, by their code of UCUM. Those in braces, such as `{request}`, only annotate a count. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes', 1: 'ratio' };

/** What was collected, with the unit as the last word of each name: `http.server.request.duration` becomes `….duration.seconds`. */
export function appendUnits(metrics: CollectedMetrics): CollectedMetrics {
  return {
    ...metrics,
    scopeMetrics: metrics.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map((metric) => ({ ...metric, descriptor: withUnit(metric.descriptor) })),
    })),
  };
}

function withUnit<Descriptor extends { name: string; unit: string }>(descriptor: Descriptor): Descriptor {
  const unit = UNITS[descriptor.unit];
  // A unit that the name does not end with is none to Prometheus.
  return unit === undefined ? { ...descriptor, unit: '' } : { ...descriptor, name: `${descriptor.name}.${unit}`, unit };
}
