/** Whether a text is an origin as browsers send it: scheme, host, and the port unless it is the default of the scheme. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
