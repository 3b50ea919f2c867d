/** The environment variable with the value of a header: `UPSTREAM_X_API_KEY` for `x-api-key`. */
export function headerVariable(header: string): string {
  return `UPSTREAM_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
