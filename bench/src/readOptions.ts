import { parseArgs } from 'node:util';
import { WORK_NAMES, type WorkName } from './throughput/Work.ts';

/** Every suite, in the order in which they run. */
export const SUITE_NAMES = ['throughput', 'workers', 'startup', 'growth', 'facade', 'hop', 'export'] as const;

export type SuiteName = (typeof SUITE_NAMES)[number];

/** What a run does. */
export interface Options {
  /** The PostgreSQL server that the databases of the run are made on. */
  server: string;
  suites: readonly SuiteName[];
  /** The pieces of work of the suite `throughput`. */
  works: readonly WorkName[];
  /** One short round: to see that everything works. */
  quick: boolean;
  rounds: number;
  /** Length of a round. */
  seconds: number;
  /** Rows of the tables that throughput is measured on; small tables unless given. */
  rows: number | undefined;
  /** Where the results are written to as JSON, with the charts beside it; those of a whole run are kept in the repository. */
  json: string | undefined;
  /** The JSON of an earlier run, to compare with. */
  compare: string | undefined;
}

/** Where the results of a whole run go to, which are shown in the README. */
const RESULTS = 'bench/results/latest.json';

const ROWS = [10_000, 1_000_000];

/** Reads arguments and environment; throws an Error that says what is wrong with them. */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rows: { type: 'string' },
      json: { type: 'string' },
      compare: { type: 'string' },
    },
  });
  const names: readonly string[] = [...WORK_NAMES, ...SUITE_NAMES];
  const unknown = values.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only must be one of ${names.join(', ')}, not ${unknown}.`);
  const rows = values.rows === undefined ? undefined : Number(values.rows);
  if (rows !== undefined && !ROWS.includes(rows)) {
    throw new Error(`--rows must be one of ${ROWS.join(', ')}, not ${values.rows}.`);
  }
  const server = env['BENCH_DATABASE_URL'] || env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error(
      'The bench needs a PostgreSQL server, on which it makes databases of its own: set BENCH_DATABASE_URL to its URL, ' +
        'such as postgresql://postgres@127.0.0.1:5432/postgres.',
    );
  }
  const all = values.only.length === 0;
  const named = WORK_NAMES.filter((name) => values.only.includes(name));
  const works = all || values.only.includes('throughput') ? WORK_NAMES : named;
  const suites = SUITE_NAMES.filter((name) => all || values.only.includes(name));
  return {
    server,
    suites: works.length > 0 && !suites.includes('throughput') ? ['throughput', ...suites] : suites,
    works,
    quick: values.quick,
    ...(values.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 2 }),
    rows,
    json: values.json ?? (all && !values.quick && rows === undefined ? RESULTS : undefined),
    compare: values.compare,
  };
}
