import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { countWorkers, workerArguments } from '../../../../src/cli/serve/startWorkers.ts';

const single = { singleProcess: 'requires another database.' };
const cores = availableParallelism();

describe('countWorkers', () => {
  test.each([
    ['the given number', { workers: 3, port: 4000 }, {}, 3],
    ['one for each core', { workers: 'auto', port: 4000 }, {}, cores],
    ['one where the mode allows no more', { workers: 'auto', port: 4000 }, single, 1],
    ['one at a port that is not known in advance', { workers: 'auto', port: 0 }, {}, 1],
    ['one at any free port', { workers: 1, port: 0 }, single, 1],
  ] as const)('is %s', (_, settings, mode, count) => {
    expect(countWorkers(settings, mode)).toBe(count);
  });

  test.each([
    [{ workers: 2, port: 4000 }, single, 'WORKERS=2 requires another database.'],
    [{ workers: 2, port: 0 }, {}, 'WORKERS=2 requires a PORT other than 0: the workers share one port.'],
  ])('refuses %j with %j', (settings, mode, message) => {
    expect(() => countWorkers(settings, mode)).toThrow(message);
  });
});

const LARGER = '--max-semi-space-size=64';

describe('workerArguments', () => {
  test.each([
    [[], undefined, [LARGER]],
    [['--import', 'tsx'], '--max-old-space-size=512', ['--import', 'tsx', LARGER]],
    [['--max-semi-space-size=32'], undefined, ['--max-semi-space-size=32']],
    [['--max_semi_space_size=32'], '', ['--max_semi_space_size=32']],
    [[], '--no-warnings --max-semi-space-size=16', []],
  ])('%j with NODE_OPTIONS %j become %j', (execArgv, nodeOptions, expected) => {
    expect(workerArguments(execArgv, nodeOptions)).toEqual(expected);
  });
});
