// Sends recorded requests to an old API and to a new one, and prints where their responses differ. Only the responses
// to a few requests are in memory.
import type { Agent, Dispatcher } from 'undici';
import { loadApiProperties } from '../../gateway/plan/conventions/apiProperties.ts';
import { decodeContent } from '../../gateway/execute/remote/BoundedBody.ts';
import { type Report, count } from '../../project/Report.ts';
import { UsageError } from '../../project/UsageError.ts';
import { readHeaders } from '../../project/commandOptions.ts';
import { readConfig } from '../../project/readConfig.ts';
import { BaseUrl } from './BaseUrl.ts';
import { type Outcome, compareOutcomes, parsePlace } from './compareResponses.ts';
import { CONNECTION_HEADER, HEADERS, type RecordedRequest, Recording, type SkippedRequest } from './Recording.ts';

export interface ReplayOptions {
  requests: string;
  /** The base URLs of the old API and of the new one. */
  against: string;
  to: string;
  ignore?: string[];
  header?: string[];
  writes?: boolean;
  json?: boolean;
}

/** See RFC 9110, section 9.2.1. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

const TIMEOUT_MS = 30_000;

/** The tree of a body of JSON takes up to a hundred times as much. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Reads that wait for a response, or for the report of one before them. */
const MAX_PENDING = 8;

/**
 * Replays a recording, and writes a line for each difference, in the order of the file; with `json` they are in the report instead. Throws a UsageError, also for an API that cannot be
 * reached.
 */
export async function replay(options: ReplayOptions, write: (line: string) => void): Promise<Report> {
  const base = new BaseUrl('--against', options.against);
  const target = new BaseUrl('--to', options.to);
  const ignored = (options.ignore ?? []).map(parsePlace);
  const given = readHeaders(options.header);
  if (!HEADERS.safeParse(given).success || Object.keys(given).some((name) => CONNECTION_HEADER.test(name))) {
    throw new UsageError('--header must be a header that can be set, with a value that can be sent.');
  }
  const recording = new Recording(options.requests, base, await readCredentials());
  const reasonOf = (request: RecordedRequest | SkippedRequest) => {
    if ('skipped' in request) return request.skipped;
    return options.writes || SAFE_METHODS.has(request.method) ? undefined : 'may write, and --writes is not given';
  };
  const counts = new Map<string | undefined, number>();
  // Before anything is sent: a line that cannot be read is not to end a run that has written.
  for await (const request of recording.read()) {
    const reason = reasonOf(request);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const sendable = counts.get(undefined) ?? 0;
  counts.delete(undefined);
  const notes = [...counts].map(([reason, number]) => `Skipped ${count(number, 'request')}: ${reason}.`);
  if (sendable === 0) throw new UsageError([`${options.requests} has no request to send.`, ...notes].join(' '));

  const { default: undici } = await import('undici');
  const agent = new undici.Agent({ maxResponseSize: MAX_BODY_BYTES });
  const [old, current] = [createSender(base, agent), createSender(target, agent)];
  const totals = { equal: 0, compatible: 0, different: 0, differences: 0, additions: 0, unauthorized: 0 };
  /** Kept for JSON alone: a recording may be long. */
  const listed: object[] = [];
  const exchange = async (request: RecordedRequest) => {
    const sent = old(request);
    // A write that cannot reach the old API does not reach the new one.
    if (!SAFE_METHODS.has(request.method)) await sent;
    return { request, outcomes: await Promise.all([sent, current(request)]) };
  };
  const report = ({ request, outcomes }: Awaited<ReturnType<typeof exchange>>) => {
    const differences = compareOutcomes(...outcomes, ignored);
    const name = `${request.method} ${request.path || '/'}`;
    for (const { place, old: one, current: other, result } of differences) {
      if (options.json) listed.push({ request: name, place, old: one, new: other, result });
      else write(`${name} ${place}: ${one} → ${other}${result === 'compatible' ? ' (compatible)' : ''}`);
    }
    const breaking = differences.filter(({ result }) => result === 'different').length;
    totals.differences += breaking;
    totals.additions += differences.length - breaking;
    totals[breaking > 0 ? 'different' : differences.length > 0 ? 'compatible' : 'equal']++;
    if (outcomes.every((outcome) => 'status' in outcome && outcome.status === 401)) totals.unauthorized++;
  };
  const pending: ReturnType<typeof exchange>[] = [];
  try {
    for await (const recorded of recording.read()) {
      if ('skipped' in recorded || reasonOf(recorded) !== undefined) continue;
      const exchanged = exchange({ ...recorded, headers: { ...recorded.headers, ...given } });
      // Those before it are reported first; a failure of one of them ends the run.
      exchanged.catch(() => {});
      if (pending.push(exchanged) === (options.writes ? 1 : MAX_PENDING)) report(await pending.shift()!);
    }
    for (const exchanged of pending) report(await exchanged);
  } finally {
    await agent.destroy();
  }
  const { equal, compatible, different, differences, additions, unauthorized } = totals;
  const result = `${count(differences, 'difference')} in ${different} of ${count(sendable, 'request')}.`;
  if (additions > 0) {
    notes.unshift(`${count(additions, 'compatible addition')}, alone in ${count(compatible, 'request')}.`);
  }
  const parameters = [...recording.parameters].join(', ');
  const headers = [...recording.headers].filter((name) => given[name] === undefined).join(', ');
  if (parameters !== '') notes.push(`Not sent, as credentials: the query parameters ${parameters}.`);
  if (headers !== '') notes.push(`Not sent: the headers ${headers}. --header gives those that are needed.`);
  if (unauthorized > 0) notes.push(`Both responded with 401 to ${count(unauthorized, 'request')}.`);
  const byResult = { equal, compatible, different };
  const json = { requests: sendable, differing: different, counts: byResult, unauthorized, differences: listed, notes };
  return { text: [result, ...notes].join('\n'), json, ok: differences === 0 };
}

/** The query parameters that the API of the working directory, if there is one, reads credentials from. */
async function readCredentials(): Promise<string[]> {
  const config = await readConfig(process.cwd());
  const schemes = config && (loadApiProperties(config.endpoints).securitySchemes ?? config.options?.securitySchemes);
  return Object.values(schemes ?? {}).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
  );
}

/** Sends requests to one API. Rejects with a UsageError where there is no connection to it; any other failure is an outcome. */
function createSender(base: BaseUrl, agent: Agent): (request: RecordedRequest) => Promise<Outcome> {
  const unconnected = new WeakSet<object>();
  agent.on('connectionError', (_origin, _targets, error) => unconnected.add(error));
  return async ({ method, path: below, headers: sent, body = null }) => {
    const [origin, path] = [base.origin, base.join(below)];
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await agent.request({
        origin,
        path,
        method: method as Dispatcher.HttpMethod,
        body,
        headers: { 'user-agent': 'portico', ...sent, 'accept-encoding': 'identity' },
        signal,
      });
      const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      const headers = Object.fromEntries(fields) as Record<string, string>;
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const codings = bytes.length > 0 ? headers['content-encoding'] : undefined;
      const decoded = codings === undefined ? bytes : await decodeContent(bytes, codings, MAX_BODY_BYTES, signal);
      return { base, url: origin + path, status: response.statusCode, headers, body: decoded };
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const reason = message || code;
      if (!unconnected.has(error as object)) return { failure: `no response (${reason})` };
      throw new UsageError(`${base.option} ${base.href} cannot be reached: ${reason}.`);
    }
  };
}
