import { parseArgs } from 'node:util';
import { WORK_NAMES, type WorkName } from './Work.ts';

/** What a run does. */
export interface Options {
  /** The PostgreSQL server that the database of the run is made on. */
  server: string;
  works: readonly WorkName[];
  rounds: number;
  /** Length of a round. */
  seconds: number;
  /** Where the results are written to as JSON. */
  json: string | undefined;
}

/** Reads arguments and environment; throws an Error that says what is wrong with them. */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
    },
  });
  const unknown = values.only.find((name) => !WORK_NAMES.includes(name as WorkName));
  if (unknown !== undefined) throw new Error(`--only takes one of ${WORK_NAMES.join(', ')}, not ${unknown}.`);
  const server = env['BENCH_DATABASE_URL'] || env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error(
      'The bench needs a PostgreSQL server, on which it makes a database of its own and drops it at the end: set ' +
        'BENCH_DATABASE_URL to its URL, such as postgresql://postgres@127.0.0.1:5432/postgres.',
    );
  }
  return {
    server,
    works: WORK_NAMES.filter((name) => values.only.length === 0 || values.only.includes(name)),
    ...(values.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 2 }),
    json: values.json,
  };
}
