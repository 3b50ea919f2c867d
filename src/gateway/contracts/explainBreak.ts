import type { Break, Publication } from './Break.ts';
import type { DocumentLocation } from './locateBreak.ts';

/** More endpoints than this are counted instead of named. */
const MAX_NAMED = 6;

/** The place of a break in the endpoint documents; undefined where it has none. */
export type LocateBreak = (each: Break) => DocumentLocation | undefined;

/** A breaking change for people, in a paragraph: all breaks of a group, see `groupBreaks`. */
export function explainBreak(group: readonly Break[], locate: LocateBreak = () => undefined): string {
  const [{ change, affected, hint }] = group as [Break];
  const places = new Set(group.map(locate).flatMap((place) => (place ? [renderLocation(place)] : [])));
  return [
    `Breaking: ${change}`,
    `  It breaks ${affected}${nameEndpoints(group)}.`,
    ...describePublications(group),
    ...(places.size > 0 ? [`  See ${joinWords([...places])}.`] : []),
    `  ${hint}`,
  ].join('\n');
}

function renderLocation({ file, line }: DocumentLocation): string {
  return line === undefined ? file : `${file}:${line}`;
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

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
