/** A Vary header with one more name in it. See RFC 9110, section 12.5.5. */
export function addVary(vary: string | undefined, name: string): string {
  if (vary === undefined || vary === '') return name;
  return vary.toLowerCase().split(/, */).includes(name.toLowerCase()) ? vary : `${vary}, ${name}`;
}
