import type { Outcome } from './History.ts';

/** A whole response. */
export interface Answer {
  status: number;
  body: string;
  /** `Retry-After`. */
  retryAfter: string | undefined;
  /** `ETag`. */
  etag?: string | undefined;
}

/** 412: another client was faster. */
const REFUSALS: ReadonlySet<number> = new Set([412, 429, 503, 504]);

/**
 * What a response says of a valid write; undefined if the interface promises no such response. A 503 or 504 says that
 * nothing has changed, so it is held to that.
 */
export function classifyAnswer({ status, body, retryAfter }: Answer): Outcome | undefined {
  if (status >= 200 && status < 300) return 'acknowledged';
  const code = codeOf(body);
  // An invitation to send a write again whose outcome is unknown would double it.
  if (code === 'OUTCOME_UNKNOWN') return retryAfter === undefined ? 'unknown' : undefined;
  return REFUSALS.has(status) || code === 'IDEMPOTENCY_KEY_IN_USE' ? 'refused' : undefined;
}

/** What a failed connection says of the write that was sent over it. */
export function classifyError({ code }: NodeJS.ErrnoException): Outcome {
  return code === 'ECONNREFUSED' ? 'refused' : 'unknown';
}

/** The `code` of a problem of RFC 9457. */
function codeOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}
