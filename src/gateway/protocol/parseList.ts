/** The elements of a comma-separated list of tokens, without surrounding whitespace; empty ones are ignored. See RFC 9110, section 5.6.1. */
export function parseList(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
}
