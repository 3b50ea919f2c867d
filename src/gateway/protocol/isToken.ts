/** Whether a text is a token, such as the name of a header or of a scheme. See RFC 9110, section 5.6.2. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
