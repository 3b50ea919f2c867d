/** Collects the values of a repeatable option, as commander calls it. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
