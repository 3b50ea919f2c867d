// The trace that a request belongs to, by its header `traceparent`: read here, because log lines have it without OpenTelemetry as well.
// See https://www.w3.org/TR/trace-context-1/#traceparent-header

/** A trace, and the span in it that sent a request. */
export interface TraceContext {
  /** 32 lowercase hexadecimal digits, not all of them zeros. */
  traceId: string;
  /** 16 lowercase hexadecimal digits, not all of them zeros. */
  spanId: string;
  isSampled: boolean;
}

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The trace that a header names; undefined where it is absent or not valid. Later versions may have more fields than version 00. */
export function parseTraceparent(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags!, 16) & 1) === 1 };
}

/** The value of `traceparent`, and of `traceresponse`. See https://www.w3.org/TR/trace-context-2/ */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
