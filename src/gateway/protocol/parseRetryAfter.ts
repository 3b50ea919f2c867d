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
