// The headers that depend on the status of an error, Retry-After above all.

/** The header of an error after which the same request is safe and may succeed soon, such as every 503 that knows no better; in seconds. */
export const RETRY_SOON: Readonly<Record<string, string>> = { 'retry-after': '1' };

const CHALLENGED: ReadonlySet<number> = new Set([401, 403]);
const RETRIABLE: ReadonlySet<number> = new Set([413, 429, 503]);

/** The headers that an error of this status must have. See RFC 6585, section 4, and RFC 9110, sections 10.2.3 and 15.5.2. */
export function requiredHeaders(status: number): Record<string, string> {
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && RETRY_SOON),
  };
}

/** The headers without Retry-After and WWW-Authenticate where they do not belong to this status. Names are in lower case. */
export function headersForStatus(headers: Readonly<Record<string, string>>, status: number): Record<string, string> {
  const { 'retry-after': wait, 'www-authenticate': challenge, ...others } = headers;
  return {
    ...others,
    ...(wait !== undefined && RETRIABLE.has(status) && { 'retry-after': wait }),
    ...(challenge !== undefined && CHALLENGED.has(status) && { 'www-authenticate': challenge }),
  };
}

/** A date of HTTP in any of its three forms, all of which `Date.parse` reads. See RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w: -]{17,26}$/;

/**
 * The value of a Retry-After header in seconds, those until its date where it has one; undefined for any other text. `now` is in
 * milliseconds since the epoch. See RFC 9110, section 10.2.3.
 */
export function parseRetryAfter(value: string, now = Date.now()): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const time = HTTP_DATE.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
