// Which client still uses what: the question before anything is removed.
import type { Usage, Use } from '../gateway/base/telemetry/usage.ts';
import { type Report, alignColumns, count } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';
import { type ReadUsage, readMetrics, readUsage } from './readUsage.ts';

export interface UsageOptions {
  /** The file of the log, or `-`. */
  log?: string;
  /** The URL of the metrics of a server. */
  metrics?: string;
}

/** Prints the requests of each client, by endpoint and version, from a log or from metrics. Throws a UsageError unless there is one of them. */
export async function reportUsage({ log, metrics }: UsageOptions): Promise<Report> {
  if (log !== undefined) return render(await readUsage(log, '--log'));
  if (metrics !== undefined) return render(await readMetrics(metrics));
  throw new UsageError('Expected --log FILE, the log of a server (- for standard input), or --metrics URL.');
}

function render({ table, skipped }: ReadUsage): Report {
  const usages = [...table.values()].sort(compareUsages);
  const header = ['ENDPOINT', 'VERSION', 'CLIENT', 'REQUESTS', 'LAST USE'];
  const rows = usages.flatMap(({ endpoint, version, client, deprecated, ...use }) => [
    [endpoint, `v${version}`, client, ...cellsOf(use)],
    ...[...deprecated].map(([name, used]) => [`  ${name}`, '', '', ...cellsOf(used)]),
  ]);
  const lines = [
    rows.length > 0 ? alignColumns([header, ...rows]) : 'No requests to endpoints were found.\n',
    skipped > 0 ? `Skipped ${count(skipped, 'line')}: not JSON.` : '',
  ];
  return {
    text: lines.join(''),
    json: {
      usage: usages.map(({ deprecated, ...each }) => ({
        ...jsonOf(each),
        deprecated: [...deprecated].map(([name, use]) => ({ name, ...jsonOf(use) })),
      })),
      skipped,
    },
    ok: true,
  };
}

/** By endpoint and version, the client with the most requests first. */
function compareUsages(a: Usage, b: Usage): number {
  if (a.endpoint !== b.endpoint) return a.endpoint < b.endpoint ? -1 : 1;
  return a.version - b.version || b.requests - a.requests;
}

function cellsOf({ requests, lastUse }: Use): string[] {
  return [String(requests), `${new Date(lastUse).toISOString().slice(0, -5)}Z`];
}

function jsonOf<Counted extends Use>(use: Counted) {
  return { ...use, lastUse: new Date(use.lastUse).toISOString() };
}
