// The check that CI runs: the contracts in the repository are current, are committed, and compatible with every published
// revision.
import { parse } from 'graphql';
import type { Schema } from '../openapi/Schema.ts';
import { readJson } from '../../http/losslessJson.ts';
import type { Usage } from '../../base/telemetry/usage.ts';
import { type Break, type BreakingChange, type Revision, dateOf } from './Break.ts';
import { type DeprecatedSince, type FindClients, createClientSearch, mergeClients } from './clientUses.ts';
import { compareGraphql } from './compareGraphql.ts';
import { CONTRACTS, SCHEMA, isOpenApi, versionOf } from './contractFiles.ts';
import { tryGit } from './git.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { compareOpenApi } from './openapi/compareOpenApi.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { CorrectionError, readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';
import { findStale } from './writeContracts.ts';

/** All problems of the contracts. */
export interface ContractsCheck {
  /** The files that differ from the compiled ones, are missing, or are obsolete. */
  stale: string[];
  /** The files that are current, and not those of the last commit. */
  uncommitted: string[];
  breaks: Break[];
  /** Why the contracts cannot be compared. */
  errors: string[];
}

/** Checks the files in the project. Outside of a repository nothing is committed, which is an error without a baseline. */
export async function checkContracts(
  root: string,
  compiled: ReadonlyMap<string, string>,
  options: HistoryOptions = {},
): Promise<ContractsCheck> {
  const stale = findStale(root, compiled);
  const current = new Map([...compiled].filter(([file]) => !stale.includes(file)));
  return { stale, uncommitted: findUncommitted(root, current), ...(await checkHistory(root, compiled, options)) };
}

interface HistoryOptions {
  /** What to compare with, instead of every committed revision. */
  baseline?: readonly Revision[];
  /** A date such as 2027-07-31. */
  today?: string;
  /** What clients use: its removal is a break even if it may be removed. Absent: that is not known. */
  usage?: Iterable<Usage>;
}

/** The breaking changes since every committed revision, or since the baseline; or the reasons why they cannot be found. */
export async function checkHistory(
  root: string,
  compiled: ReadonlyMap<string, string>,
  options: HistoryOptions = {},
): Promise<{ breaks: Break[]; errors: string[] }> {
  try {
    return { breaks: await findBreaks(root, compiled, options), errors: [] };
  } catch (error) {
    if (error instanceof HistoryError || error instanceof CorrectionError) {
      return { breaks: [], errors: [error.message] };
    }
    throw error;
  }
}

/**
 * The breaking changes of compiled contracts since every committed revision; none where nothing was published, or where git
 * does not have the history. Throws a CorrectionError.
 */
export async function findContractBreaks(root: string, compiled: ReadonlyMap<string, string>): Promise<Break[]> {
  try {
    return await findBreaks(root, compiled, {});
  } catch (error) {
    if (error instanceof HistoryError) return [];
    throw error;
  }
}

/** The files whose text is not that of the last commit; none outside of a repository. */
function findUncommitted(root: string, files: ReadonlyMap<string, string>): string[] {
  if (tryGit(root, 'rev-parse', '--git-dir') === undefined) return [];
  return [...files].filter(([file, text]) => tryGit(root, 'show', `HEAD:./${file}`) !== text).map(([file]) => file);
}

/** Every breaking change since any of the revisions; each is reported once, however many revisions it breaks. */
async function findBreaks(
  root: string,
  compiled: ReadonlyMap<string, string>,
  {
    baseline: revisions = readHistory(root, CONTRACTS),
    today = new Date().toISOString().slice(0, 10),
    usage,
  }: HistoryOptions,
): Promise<Break[]> {
  const corrections = readCorrections(root);
  const contracts = revisions.filter(({ file, text }) =>
    isOpenApi(file) ? isReadable(text, readJson) : file === SCHEMA && compiled.has(file) && isReadable(text, parse),
  );
  const hasEnded = findEnded(compiled, contracts, today);
  const findClients: FindClients = usage ? createClientSearch(usage, findDeprecations(contracts)) : () => [];
  const breaks = new Map<string, Break>();
  for (const { file, text, since } of contracts) {
    for (const change of await compare(file, text, compiled.get(file), { hasEnded, findClients })) {
      const key = `${file} ${change.change}`;
      const isCorrected = corrections.some(
        (each) => each.files.includes(file) && each.change === change.change && dateOf(since) <= each.date,
      );
      if ((isCorrected && !change.clients) || breaks.has(key)) continue;
      breaks.set(key, { file, ...change, hint: `${change.hint}${alternativeTo(file, compiled)}.`, since });
    }
  }
  return [...breaks.values()];
}

async function compare(
  file: string,
  before: string,
  after: string | undefined,
  { hasEnded, findClients }: { hasEnded: HasEnded; findClients: FindClients },
): Promise<BreakingChange[]> {
  if (before === after) return [];
  if (after === undefined) {
    const operations = [...readOperations(before).keys()];
    const removal = { subject: 'endpoint', name: '', path: [], use: 'request', after } as const;
    const clients = mergeClients(operations.flatMap((endpoint) => findClients(file, { ...removal, endpoint })));
    const isEnded = operations.length > 0 && operations.every((endpoint) => hasEnded(file, endpoint));
    if (isEnded && clients.length === 0) return [];
    const change = { change: 'The whole contract was removed.', affected: 'all of its clients', hint: 'Restore it' };
    return [{ ...change, endpoints: [], ...(clients.length > 0 && { clients }) }];
  }
  if (!isOpenApi(file)) return compareGraphql(before, after);
  return compareOpenApi(readJson(before) as Schema, readJson(after) as Schema, {
    hasEnded: (endpoint) => hasEnded(file, endpoint),
    findClients: (difference) => findClients(file, difference),
  });
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
  for (const { file, text, since } of revisions) {
    for (const [key, { 'x-sunset': sunset }] of operationsOfVersion(file, text)) {
      const end = ends.get(key) ?? { sunset, isAnnounced: false };
      if (typeof sunset === 'string' && end.sunset === sunset && dateOf(since) < sunset) end.isAnnounced = true;
      ends.set(key, end);
    }
  }
  const served = new Map([...compiled].flatMap(([file, text]) => operationsOfVersion(file, text)));
  const removed = [...ends].filter(
    ([key, { sunset, isAnnounced }]) => isAnnounced && String(sunset) <= today && !served.has(key),
  );
  // The document of the unversioned paths has the endpoints of every version, and changes with each of them.
  const ended = new Set(removed.flatMap(([key]) => [key, key.replace(/openapi\.v\d+\.json/, 'openapi.json')]));
  return (file, endpoint) => ended.has(`${file} ${endpoint}`);
}

/** When endpoints were published as deprecated, or with a sunset. */
function findDeprecations(revisions: readonly Revision[]): DeprecatedSince {
  const dates = new Map<string, string>();
  for (const { file, text, since } of revisions.filter((revision) => isOpenApi(revision.file))) {
    for (const [endpoint, { deprecated, 'x-sunset': sunset }] of readOperations(text)) {
      const key = `${file} ${endpoint}`;
      const date = dateOf(since);
      if ((deprecated || sunset !== undefined) && date <= (dates.get(key) ?? date)) dates.set(key, date);
    }
  }
  return (file, endpoint) => dates.get(`${file} ${endpoint}`) ?? '';
}

/** The operations of the document of one version, by its file and the endpoint; none of any other file. */
function operationsOfVersion(file: string, text: string): [key: string, operation: Schema][] {
  if (versionOf(file) === undefined) return [];
  return [...readOperations(text)].map(([endpoint, operation]) => [`${file} ${endpoint}`, operation]);
}

function readOperations(text: string): ReadonlyMap<string, Schema> {
  return operationsOf(new OpenApiReader(readJson(text) as Schema));
}
