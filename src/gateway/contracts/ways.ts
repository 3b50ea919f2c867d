/** The ways to be let in: any of them will do, and each needs all of its parts. */
export type Ways = readonly (readonly string[])[];

/** Whether somebody who was let in before is not any more: a way that was enough is not enough now. */
export function shutsOut(before: Ways, after: Ways): boolean {
  return before.some((way) => !after.some((now) => now.every((part) => way.includes(part))));
}

/** The ways through several needs, each of which can be met in ways of its own. */
export function waysThrough(needs: readonly Ways[]): Ways {
  return needs.reduce<Ways>((ways, need) => ways.flatMap((way) => need.map((all) => [...way, ...all])), [[]]);
}

/** The ways in words. */
export function waysInWords(ways: Ways): string {
  const each = ways.map((way) => [...new Set(way)].map((part) => `\`${part}\``).join(' and ') || 'nothing');
  return [...new Set(each)].join(', or ');
}
