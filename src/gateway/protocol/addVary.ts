import { parseList } from './parseList.ts';

/** A Vary header with one more name, which is case-insensitive. See RFC 9110, section 12.5.5. */
export function addVary(vary: string | undefined, name: string): string {
  const names = parseList(vary);
  if (names.length === 0) return name;
  const isListed = names.some((each) => each === '*' || each.toLowerCase() === name.toLowerCase());
  return isListed ? vary! : `${vary}, ${name}`;
}
