import { parseArgs } from 'node:util';

/** What a run does. */
export interface Options {
  seed: number;
  /** Only the scenarios of the short form. */
  isShort: boolean;
  /** Only the scenarios whose names contain one of these. */
  names: readonly string[];
}

/** Reads the arguments; throws an Error that says what is wrong with them. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      scenario: { type: 'string', multiple: true, default: [] },
    },
  });
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be an integer, not ${values.seed}.`);
  return { seed, isShort: values.short, names: values.scenario };
}
