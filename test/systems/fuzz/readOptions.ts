import { parseArgs } from 'node:util';

const REQUESTS = 100_000;

/** What a run does. */
export interface Options {
  seed: number;
  requests: number;
}

/** Reads the arguments; throws an Error that says what is wrong with them. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, requests: { type: 'string', default: String(REQUESTS) } },
  });
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const requests = Number(values.requests);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be an integer, not ${values.seed}.`);
  if (!Number.isSafeInteger(requests) || requests < 1) {
    throw new Error(`--requests must be a positive integer, not ${values.requests}.`);
  }
  return { seed, requests };
}
