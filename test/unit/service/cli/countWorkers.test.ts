import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { countWorkers } from '../../../../src/service/cli/countWorkers.ts';

const server = { databaseUrl: 'postgresql://db/shop', port: 4000 };
const embedded = { port: 4000 };
const cores = availableParallelism();

test.each([
  ['as many as it is told, over a server', { ...server, workers: 3 }, true, 3],
  ['one for each core, over a server', { ...server, workers: 'auto' }, true, cores],
  ['one for each core, without a database', { ...embedded, workers: 'auto' }, false, cores],
  ['as many as it is told, without a database', { ...embedded, workers: 3 }, false, 3],
  ['one over the embedded database', { ...embedded, workers: 'auto' }, true, 1],
  ['one at a port that is not known before', { ...server, port: 0, workers: 'auto' }, true, 1],
  ['one at any free port', { ...embedded, port: 0, workers: 1 }, true, 1],
] as const)('is %s', (_, settings, opensDatabase, count) => {
  expect(countWorkers(settings, opensDatabase)).toBe(count);
});

test.each([
  [{ ...embedded, workers: 2 }, 'WORKERS=2 needs a DATABASE_URL: the embedded database belongs to one process.'],
  [{ ...server, port: 0, workers: 2 }, 'WORKERS=2 needs a PORT other than 0'],
])('refuses %j by name', (settings, says) => {
  expect(() => countWorkers(settings, true)).toThrow(says);
});
