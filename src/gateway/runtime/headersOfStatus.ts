/** The headers that an error of a status has always. See RFC 9110, sections 10.2.3 and 15.5.2. */
export function headersOfStatus(status: number): Record<string, string> {
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 503 && { 'retry-after': '1' }),
  };
}
