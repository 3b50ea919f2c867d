import { expect, test } from 'vitest';
import { readProblems } from '../../../../src/gateway/runtime/readProblems.ts';

test.each<[string, unknown[], object[]]>([
  ['nothing', [undefined, null, 'x', { message: 'x' }], []],
  ['a problem', [[{ field: 'a', message: 'x', code: 'C' }]], [{ field: 'a', message: 'x', code: 'C' }]],
  [
    'several lists',
    [[{ field: 'a', message: 'x' }], undefined, [{ field: 'b', message: 'y' }]],
    [
      { field: 'a', message: 'x' },
      { field: 'b', message: 'y' },
    ],
  ],
  ['fields and codes that are no texts', [[{ field: ['a'], message: 'x', code: 7 }]], [{ field: '', message: 'x' }]],
  ['unknown properties', [[{ field: 'a', message: 'x', secret: 1 }]], [{ field: 'a', message: 'x' }]],
  [
    'entries without a message',
    [[{ field: 'a' }, null, 'x', 7, { message: 7 }, { message: 'y' }]],
    [{ field: '', message: 'y' }],
  ],
])('reads %s', (_, values, problems) => {
  expect(readProblems(values)).toEqual(problems);
});

test('reads no more than an error has', () => {
  let read = 0;
  const entry = {
    get message() {
      read++;
      return 'x';
    },
  };
  expect(readProblems([Array(60).fill(entry), Array(60).fill(entry)])).toHaveLength(50);
  expect(read).toBe(51);
});
