// Who uses what, by what has counted it: the log of a server, the metrics of one, or what `portico usage --json` printed.
import * as z from 'zod';
import { UsageTable } from '../gateway/base/telemetry/usage.ts';
import { UsageError } from '../project/UsageError.ts';
import { MAX_LINE_LENGTH, openLines } from '../project/readLines.ts';

export interface ReadUsage {
  table: UsageTable;
  /** Lines that are not JSON. */
  skipped: number;
}

const TIME = z
  .string()
  .transform((text) => Date.parse(text))
  .refine((time) => !Number.isNaN(time));

const REQUEST = z.object({
  time: TIME,
  status: z.number(),
  endpoint: z.string(),
  version: z.number(),
  client: z.string(),
  deprecated: z.array(z.string()).default([]),
});

const USE = { requests: z.number(), lastUse: TIME };

const REPORT = z.object({
  usage: z.array(
    z.object({
      endpoint: z.string(),
      version: z.number(),
      client: z.string(),
      ...USE,
      deprecated: z.array(z.object({ name: z.string(), ...USE })),
    }),
  ),
});

/**
 * Reads a log, line by line, or the report of `portico usage --json`; `-` is standard input. Lines that are JSON and no request to an
 * endpoint count for nothing. Throws a UsageError where the file cannot be read; `by` is the option that names it.
 */
export async function readUsage(file: string, by: string): Promise<ReadUsage> {
  const read: ReadUsage = { table: new UsageTable(), skipped: 0 };
  let report: string | undefined;
  for await (const line of openLines(file, by)) {
    // The report is printed in lines, of which only the first is `{`.
    if (report !== undefined || line === '{') report = `${report ?? ''}${line}\n`;
    if (report !== undefined) {
      if (report.length > MAX_LINE_LENGTH) {
        throw new UsageError(`${by}: ${file}: the report has more than ${MAX_LINE_LENGTH} characters.`);
      }
    } else if (line.trim() !== '') addLine(line, read);
  }
  if (report !== undefined) addLine(report, read);
  return read;
}

function addLine(text: string, read: ReadUsage): void {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    read.skipped += 1;
    return;
  }
  const request = REQUEST.safeParse(json);
  if (request.success) return read.table.record(request.data, request.data.time);
  for (const { deprecated, ...usage } of REPORT.safeParse(json).data?.usage ?? []) {
    read.table.add({ ...usage, deprecated: deprecated.map(({ name, ...use }) => [name, use]) });
  }
}

const TIMEOUT_MS = 10_000;
/** Of all series of several workers, in UTF-16 code units. */
const MAX_METRICS_LENGTH = 256 * 1024 * 1024;

/** Reads the counters of servers at METRICS_PORT, those of several workers together. Rejects where they cannot be read. */
export async function readMetrics(url: string): Promise<ReadUsage> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new UsageError('--metrics must be an http or https URL such as http://127.0.0.1:9464/metrics.');
  }
  const samples = parseMetrics(await fetchText(url));
  const lastUses = new Map<string, number>();
  const keyOf = ({ endpoint, version, client }: Labels) => `${version} ${endpoint} ${client}`;
  for (const { name, labels, value } of samples) {
    // Servers until 0.2, and some exporters, leave out the unit; others say that it is a time.
    if (!/^portico_usage_last_use(?:_timestamp)?(?:_seconds)?$/.test(name)) continue;
    lastUses.set(keyOf(labels), Math.max(value * 1000, lastUses.get(keyOf(labels)) ?? 0));
  }
  const table = new UsageTable();
  for (const { name, labels, value } of samples) {
    const { endpoint, version, client, deprecated } = labels;
    if (endpoint === undefined || version === undefined || client === undefined) continue;
    const used = { endpoint, version: Number(version), client, lastUse: lastUses.get(keyOf(labels)) ?? 0 };
    if (name === 'portico_usage_requests_total') table.add({ ...used, requests: value, deprecated: [] });
    if (name !== 'portico_usage_deprecated_total' || deprecated === undefined) continue;
    // The last use of a part is not measured: it is that of the endpoint, or before.
    table.add({ ...used, requests: 0, deprecated: [[deprecated, { requests: value, lastUse: used.lastUse }]] });
  }
  return { table, skipped: 0 };
}

type Labels = Partial<Record<string, string>>;

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await readText(response);
    throw new Error(`the status is ${response.status}, expected 200`);
  } catch (error) {
    const { message, cause } = error as Error;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    throw new Error(`${url} cannot be read: ${message}${code === undefined ? '' : ` (${code})`}.`, { cause: error });
  }
}

async function readText({ body }: Response): Promise<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > MAX_METRICS_LENGTH) throw new Error(`it has more than ${MAX_METRICS_LENGTH} characters`);
  }
  return text;
}

/** The samples with labels, of Prometheus' text format 0.0.4. */
function parseMetrics(text: string) {
  return [...text.matchAll(/^(\w+)\{(.*)\} (\S+)/gm)].map(([, name = '', list = '', value]) => {
    const labels = Array.from(list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, label, escaped = '']) => [
      label,
      escaped.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character)),
    ]);
    return { name, labels: Object.fromEntries(labels) as Labels, value: Number(value) };
  });
}
