// Compares the contracts with every published revision of them, but for endpoints that have ended and for corrections.
import { parse } from 'graphql';
import type { Schema } from '../describe/openapi/Schema.ts';
import { type Break, type BreakingChange, type Revision, dateOf } from './Break.ts';
import { compareGraphql } from './compareGraphql.ts';
import { SCHEMA, isOpenApi, versionOf } from './contractFiles.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { compareOpenApi } from './openapi/compareOpenApi.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import type { Correction } from './readCorrections.ts';

/** Every breaking change since any of the revisions; each is reported once, however many revisions it breaks. */
export async function findBreaks(
  compiled: ReadonlyMap<string, string>,
  revisions: readonly Revision[],
  corrections: readonly Correction[],
  today: string,
): Promise<Break[]> {
  const contracts = revisions.filter(({ file, text }) =>
    isOpenApi(file) ? isReadable(text, JSON.parse) : file === SCHEMA && compiled.has(file) && isReadable(text, parse),
  );
  const hasEnded = findEnded(compiled, contracts, today);
  const breaks = new Map<string, Break>();
  for (const { file, text, since } of contracts) {
    for (const change of await compare(file, text, compiled.get(file), hasEnded)) {
      const key = `${file} ${change.change}`;
      const isCorrected = corrections.some(
        (each) => each.files.includes(file) && each.change === change.change && dateOf(since) <= each.date,
      );
      if (isCorrected || breaks.has(key)) continue;
      breaks.set(key, { file, ...change, hint: `${change.hint}${alternativeTo(file, compiled)}.`, since });
    }
  }
  return [...breaks.values()];
}

async function compare(
  file: string,
  before: string,
  after: string | undefined,
  hasEnded: HasEnded,
): Promise<BreakingChange[]> {
  if (before === after) return [];
  if (after === undefined) {
    const operations = [...readOperations(before).keys()];
    if (operations.length > 0 && operations.every((endpoint) => hasEnded(file, endpoint))) return [];
    return [
      { change: 'The whole contract was removed.', affected: 'all of its clients', endpoints: [], hint: 'Restore it' },
    ];
  }
  return isOpenApi(file)
    ? compareOpenApi(JSON.parse(before) as Schema, JSON.parse(after) as Schema, (endpoint) => hasEnded(file, endpoint))
    : compareGraphql(before, after);
}

/** A text that is not valid, such as one with conflict markers, is no contract. */
function isReadable(text: string, read: (text: string) => unknown): boolean {
  try {
    return Boolean(read(text));
  } catch {
    return false;
  }
}

/** The other fix: a version can be followed by another, while the GraphQL schema has no versions. */
function alternativeTo(file: string, compiled: ReadonlyMap<string, string>): string {
  if (!compiled.has(file)) return '';
  if (file === SCHEMA) return ', or add a new element and mark this one @deprecated';
  const newest = Math.max(...[...compiled.keys()].map((name) => versionOf(name) ?? 0));
  const folder = newest > 0 ? `a folder v${newest + 1}` : 'a folder';
  return `, or make the change in a new version: ${folder} of the endpoint documents with only the differences`;
}

/** Whether an endpoint of a contract, such as `GET /users/{id}`, was removed after its sunset. */
type HasEnded = (file: string, endpoint: string) => boolean;

/**
 * The endpoints that were removed after a sunset that was published in time, see RFC 8594. `today` is a date such as 2027-07-31. The
 * sunset of the newest revision holds, if it was published before that date.
 */
function findEnded(compiled: ReadonlyMap<string, string>, revisions: readonly Revision[], today: string): HasEnded {
  const ends = new Map<string, { sunset: unknown; isAnnounced: boolean }>();
  for (const { file, text, since } of revisions.filter((revision) => versionOf(revision.file) !== undefined)) {
    for (const [endpoint, { 'x-sunset': sunset }] of readOperations(text)) {
      const key = `${file} ${endpoint}`;
      const end = ends.get(key) ?? { sunset, isAnnounced: false };
      if (typeof sunset === 'string' && end.sunset === sunset && dateOf(since) < sunset) end.isAnnounced = true;
      ends.set(key, end);
    }
  }
  const served = new Set(
    [...compiled]
      .filter(([file]) => versionOf(file) !== undefined)
      .flatMap(([file, text]) => [...readOperations(text).keys()].map((endpoint) => `${file} ${endpoint}`)),
  );
  const removed = [...ends].filter(([key, { sunset, isAnnounced }]) => {
    return isAnnounced && String(sunset) <= today && !served.has(key);
  });
  // The document of the unversioned paths has the endpoints of every version, and changes with each of them.
  const ended = new Set(removed.flatMap(([key]) => [key, key.replace(/openapi\.v\d+\.json/, 'openapi.json')]));
  return (file, endpoint) => ended.has(`${file} ${endpoint}`);
}

function readOperations(text: string): ReadonlyMap<string, Schema> {
  return operationsOf(new OpenApiReader(JSON.parse(text) as Schema));
}
