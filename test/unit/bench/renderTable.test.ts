import { expect, test } from 'vitest';
import { renderTable } from '../../../bench/src/renderTable.ts';

test('aligns the columns, and rounds what it shows', () => {
  const table = renderTable('read one user, 64 at a time', [
    { contender: 'Portico', requestsPerSecond: 3127.4, ratio: 3.1274, median: 19.004, p99: 40.5, errors: 0 },
    { contender: 'express', requestsPerSecond: 1000, ratio: 1, median: 61, p99: 104.26, errors: 12 },
  ]);
  expect(table).toBe(
    [
      'read one user, 64 at a time',
      '           requests/s  ratio  median ms  p99 ms  errors',
      '  Portico        3127   3.13      19.00   40.50       0',
      '  express        1000   1.00      61.00  104.26      12',
    ].join('\n'),
  );
});
