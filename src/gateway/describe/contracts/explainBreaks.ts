import { groupBy } from '../groupBy.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { routeKey, routePath } from '../../plan/paths.ts';
import { type Break, dateOf, groupBreaks } from './Break.ts';
import { mergeClients } from './clientUses.ts';
import { versionOf } from './contractFiles.ts';
import { formatList } from './openapi/describeDifference.ts';
import { CORRECTIONS } from './readCorrections.ts';

/** The breaking changes for people: a paragraph for each, however many contracts have it, and one about corrections. */
export function explainBreaks(breaks: readonly Break[], locate?: LocateBreak): string[] {
  if (breaks.length === 0) return [];
  const groups = groupBreaks(breaks);
  const correctable = groups.find((group) => !group.some(({ clients }) => clients));
  return [
    ...groups.map((group) => explainBreak(group, locate)),
    ...(correctable ? [describeCorrection(correctable)] : []),
  ];
}

/** More endpoints or clients than this are counted instead of named. */
const MAX_NAMED = 6;

/** The place of a break in the endpoint documents; undefined where it has none. */
type LocateBreak = (each: Break) => DocumentLocation | undefined;

/** A breaking change for people, in a paragraph: all breaks of a group, see `groupBreaks`. */
export function explainBreak(group: readonly Break[], locate: LocateBreak = () => undefined): string {
  const [{ change, affected, hint }] = group as [Break];
  const places = new Set(
    group.map(locate).flatMap((place) => (place ? [[place.file, place.line].filter(Boolean).join(':')] : [])),
  );
  return [
    `Breaking: ${change}`,
    `  It breaks ${affected}${nameEndpoints(group)}.`,
    ...describePublications(group),
    ...describeClients(group),
    ...(places.size > 0 ? [`  See ${formatList([...places])}.`] : []),
    `  ${hint}`,
  ].join('\n');
}

/** A place in the endpoint documents; a shape has no line. */
export interface DocumentLocation {
  file: string;
  line?: number;
}

/**
 * Where a breaking change comes from: the shape that it names, or else the document of its first endpoint. Undefined where the
 * endpoint does not exist any more.
 */
export function locateBreak({ versions }: ApiPlan, { file, change, endpoints }: Break): DocumentLocation | undefined {
  const version = versionOf(file);
  const own = versions.filter(({ number }) => version === undefined || number === version);
  // The placeholders of a path may have other names in the document of the unversioned paths.
  const named = new Set(endpoints.map(routePath));
  const found = own.flatMap((each) => each.endpoints).find((endpoint) => named.has(routeKey(endpoint)));
  if (!found) return undefined;
  const { source } = found;
  const [, component = ''] = /`(\w+)[.[`]/.exec(change) ?? [];
  const shape = source.shapes[component];
  return shape === undefined ? { file: source.file, line: source.line } : { file: shape };
}

function describeCorrection(group: readonly Break[]): string {
  const [{ change }] = group as [Break];
  const today = new Date().toISOString().slice(0, 10);
  const date = group.map(({ since }) => dateOf(since)).reduce((latest, each) => (each > latest ? each : latest), today);
  const entry = { date, files: group.map(({ file }) => file), change, reason: '…' };
  return [
    `If the contract was published in error, add an entry to the list in ${CORRECTIONS}, such as:`,
    `  [${JSON.stringify(entry)}]`,
  ].join('\n');
}

function nameEndpoints(group: readonly Break[]): string {
  const all = [...new Set(group.flatMap(({ endpoints }) => endpoints))];
  if (all.length === 0) return '';
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  return `, in ${all.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** The clients that still use what is removed. */
function describeClients(group: readonly Break[]): string[] {
  const clients = mergeClients(group.flatMap((each) => each.clients ?? []));
  if (clients.length === 0) return [];
  const named = clients.slice(0, MAX_NAMED).map(({ client, lastUse }) => `${client} (last on ${lastUse.slice(0, 10)})`);
  const more = clients.length > MAX_NAMED ? [`${clients.length - MAX_NAMED} more`] : [];
  return [`  Still used by ${formatList([...named, ...more])}.`];
}

/** The contracts that have the change, those of one publication in one line. */
function describePublications(group: readonly Break[]): string[] {
  const publications = groupBy(group, ({ since }) =>
    'against' in since ? `at ${since.against}` : `commit ${since.commit} of ${since.date}`,
  );
  return [...publications].map(
    ([published, own]) => `  Published in ${formatList(own.map(({ file }) => file))}, ${published}.`,
  );
}
