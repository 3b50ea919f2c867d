/** Whether a text is an origin as a browser sends it: a scheme, a host, a port unless it is the scheme's own, and no more. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The parts of a comma-separated list. */
export function splitList(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}
