import { expect, test } from 'vitest';
import { writeCapacity } from '../../../../../src/service/database/adapter/openPool.ts';

test.each([
  [1, { running: 1, waiting: 40 }],
  [2, { running: 1, waiting: 40 }],
  [5, { running: 4, waiting: 40 }],
  [10, { running: 8, waiting: 40 }],
  [20, { running: 16, waiting: 80 }],
  [1000, { running: 800, waiting: 4000 }],
])('of %i connections', (poolSize, capacity) => {
  expect(writeCapacity(poolSize)).toEqual(capacity);
});
