import type { Schema } from './Schema.ts';

/** More operations than this are counted instead of named. */
const MAX_NAMED = 5;

/** The tags of a document, sorted; each is described by the summaries of its operations. */
export function describeTags(operations: readonly Schema[]): Schema[] {
  const summaries = new Map<string, string[]>();
  for (const { tags, summary } of operations as readonly { tags: readonly string[]; summary: string }[]) {
    for (const tag of tags) summaries.set(tag, [...(summaries.get(tag) ?? []), summary]);
  }
  return [...summaries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => {
      const named = all.slice(0, MAX_NAMED).map((summary) => `${summary}.`);
      const more = all.length - named.length;
      return { name, description: [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') };
    });
}
