const CHALLENGED: ReadonlySet<number> = new Set([401, 403]);
const RETRIABLE: ReadonlySet<number> = new Set([413, 429, 503]);

/** The headers that an error of this status must have. See RFC 9110, sections 10.2.3 and 15.5.2. */
export function requiredHeaders(status: number): Record<string, string> {
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 503 && { 'retry-after': '1' }),
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
