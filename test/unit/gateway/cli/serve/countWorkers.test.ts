import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { countWorkers } from '../../../../../src/gateway/cli/serve/countWorkers.ts';

const single = { singleProcess: 'requires another database.' };
const cores = availableParallelism();

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
