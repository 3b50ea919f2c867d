/** The JSON Pointer of these steps from the root of a document. See RFC 6901, section 3. */
export function jsonPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
