// Sends recorded requests to an old API and to a new one, and prints where their responses differ. Only the responses
// to one request are in memory.
import type { Agent, Dispatcher } from 'undici';
import { decodeContent } from '../../gateway/execution/remote/BoundedBody.ts';
import { type Report, count } from '../../project/Report.ts';
import { UsageError } from '../../project/UsageError.ts';
import { readHeaders } from '../../project/commandOptions.ts';
import { BaseUrl } from './BaseUrl.ts';
import { type Outcome, compareOutcomes, parsePlace } from './compareResponses.ts';
import { CONNECTION_HEADER, HEADERS, type RecordedRequest, readRecording } from './readRecording.ts';

export interface ReplayOptions {
  requests: string;
  /** The base URLs of the old API and of the new one. */
  against: string;
  to: string;
  ignore?: string[];
  header?: string[];
  writes?: boolean;
}

/** See RFC 9110, section 9.2.1. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

const TIMEOUT_MS = 30_000;

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Replays a recording, and writes a line for each difference, in the order of the file. Throws a UsageError, also for an API that cannot be
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
  const { requests: all, outside, bodiless, credentials } = readRecording(options.requests, base);
  const requests = all.filter(({ method }) => options.writes || SAFE_METHODS.has(method));
  const skipped: [number: number, reason: string][] = [
    [all.length - requests.length, 'may write, and --writes is not given'],
    [outside, `not below ${base.href}`],
    [bodiless, 'recorded without its body'],
  ];
  const notes = skipped
    .filter(([number]) => number > 0)
    .map(([number, reason]) => `Skipped ${count(number, 'request')}: ${reason}.`);
  if (requests.length === 0) throw new UsageError([`${options.requests} has no request to send.`, ...notes].join(' '));

  const { default: undici } = await import('undici');
  const agent = new undici.Agent({ maxResponseSize: MAX_BODY_BYTES });
  const [old, current] = [createSender(base, agent), createSender(target, agent)];
  const totals = { differing: 0, differences: 0, unauthorized: 0 };
  try {
    for (const recorded of requests) {
      const request = { ...recorded, headers: { ...recorded.headers, ...given } };
      const sent = old(request);
      // A write that cannot reach the old API does not reach the new one.
      if (!SAFE_METHODS.has(request.method)) await sent;
      const outcomes = await Promise.all([sent, current(request)]);
      const differences = compareOutcomes(...outcomes, ignored);
      const name = `${request.method} ${request.path || '/'}`;
      for (const { place, old: one, current: other } of differences) write(`${name} ${place}: ${one} → ${other}`);
      totals.differences += differences.length;
      if (differences.length > 0) totals.differing++;
      if (outcomes.every((outcome) => 'status' in outcome && outcome.status === 401)) totals.unauthorized++;
    }
  } finally {
    await agent.destroy();
  }
  const result = `${count(totals.differences, 'difference')} in ${totals.differing} of ${count(requests.length, 'request')}.`;
  const left = [...credentials].join(', ');
  if (left !== '') notes.push(`Not sent, as credentials: ${left}. --header gives new ones.`);
  if (totals.unauthorized > 0) notes.push(`Both responded with 401 to ${count(totals.unauthorized, 'request')}.`);
  return { text: [result, ...notes].join('\n'), json: totals, ok: totals.differences === 0 };
}

/** Sends requests to one API. Rejects with a UsageError where there is no connection to it; any other failure is an outcome. */
function createSender(base: BaseUrl, agent: Agent): (request: RecordedRequest) => Promise<Outcome> {
  const unconnected = new WeakSet<object>();
  agent.on('connectionError', (_origin, _targets, error) => unconnected.add(error));
  return async ({ method, path: below, headers: sent, body = null }) => {
    const [origin, path] = [base.origin, base.join(below)];
    try {
      const response = await agent.request({
        origin,
        path,
        method: method as Dispatcher.HttpMethod,
        body,
        headers: { 'user-agent': 'portico', ...sent, 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      const headers = Object.fromEntries(fields) as Record<string, string>;
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const codings = bytes.length > 0 ? headers['content-encoding'] : undefined;
      const decoded = codings === undefined ? bytes : await decodeContent(bytes, codings, MAX_BODY_BYTES);
      return { base, url: origin + path, status: response.statusCode, headers, body: decoded };
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const reason = message || code;
      if (!unconnected.has(error as object)) return { failure: `no response (${reason})` };
      throw new UsageError(`${base.option} ${base.href} cannot be reached: ${reason}.`);
    }
  };
}
