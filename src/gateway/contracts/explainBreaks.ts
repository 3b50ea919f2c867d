import { type Break, type Publication, dateOf } from './Break.ts';
import { CORRECTIONS } from './readCorrections.ts';

/** More endpoints than this are counted instead of named. */
const MAX_NAMED = 6;

/** The place of a break in the endpoint documents, `file:line`; undefined where it has none. */
export type LocateBreak = (change: Break) => string | undefined;

/** The breaking changes for people: a paragraph for each, however many contracts have it, and one about corrections. */
export function explainBreaks(breaks: readonly Break[], locate: LocateBreak = () => undefined): string[] {
  if (breaks.length === 0) return [];
  const groups = groupBreaks(breaks);
  return [...groups.map((group) => explain(group, locate)), describeCorrection(groups[0]!)];
}

/** The breaks that are the same change of several contracts, together. */
export function groupBreaks(breaks: readonly Break[]): Break[][] {
  const groups = new Map<string, Break[]>();
  for (const each of breaks) {
    // A contract that was removed is another one than the next.
    const key = each.endpoints.length === 0 ? `${each.file} ${each.change}` : `${each.change} ${each.affected}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

function explain(group: readonly Break[], locate: LocateBreak): string {
  const [{ change, affected, hint }] = group as [Break];
  const places = new Set(group.map(locate).filter((place) => place !== undefined));
  return [
    `Breaking: ${change}`,
    `  It breaks ${affected}${nameEndpoints(group)}.`,
    ...describePublications(group),
    ...(places.size > 0 ? [`  See ${joinWords([...places])}.`] : []),
    `  ${hint}`,
  ].join('\n');
}

function nameEndpoints(group: readonly Break[]): string {
  const all = [...new Set(group.flatMap(({ endpoints }) => endpoints))];
  if (all.length === 0) return '';
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  return `, in ${all.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** The contracts that have the change, those of one publication in one line. */
function describePublications(group: readonly Break[]): string[] {
  const files = new Map<string, string[]>();
  for (const { file, since } of group) {
    const published = describePublication(since);
    files.set(published, [...(files.get(published) ?? []), file]);
  }
  return [...files].map(([published, own]) => `  Published in ${joinWords(own)}, ${published}.`);
}

function describePublication(since: Publication): string {
  return 'against' in since ? `at ${since.against}` : `commit ${since.commit} of ${since.date}`;
}

/** The entry of corrections.json that accepts these breaks. */
function describeCorrection(group: readonly Break[]): string {
  const [{ change }] = group as [Break];
  const today = new Date().toISOString().slice(0, 10);
  const date = group.map(({ since }) => dateOf(since)).reduce((latest, each) => (each > latest ? each : latest), today);
  const entry = { date, files: group.map(({ file }) => file), change, reason: '…' };
  return [
    `If the contract was published by mistake, add an entry to the list in ${CORRECTIONS}, such as:`,
    `  [${JSON.stringify(entry)}]`,
  ].join('\n');
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
