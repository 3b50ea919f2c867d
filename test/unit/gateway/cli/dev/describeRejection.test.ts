import { expect, test } from 'vitest';
import { describeRejection } from '../../../../../src/gateway/cli/dev/describeRejection.ts';

const plain = (_: unknown, text: string) => text;
const HINT = '  hint: Await the promise or catch its error; Node ends a process for it, except this one.';

test('shows the error and the code of the project', () => {
  const error = Object.assign(new Error('The shelf is gone.'), {
    stack: `Error: The shelf is gone.
    at query (/api/node_modules/pg/client.js:1:2)
    at refresh (/api/shelf.ts:3:4)
    at process.processTimers (node:internal/timers:519:7)
    at async Promise.all (index 0)`,
  });
  expect(describeRejection(error, plain).split('\n')).toEqual([
    'Unhandled rejection: The shelf is gone.',
    '  at refresh (/api/shelf.ts:3:4)',
    '  at async Promise.all (index 0)',
    HINT,
  ]);
});

test('shows what is no error', () => {
  expect(describeRejection({ code: 7 }, plain)).toBe(`Unhandled rejection: { code: 7 }\n${HINT}`);
  expect(describeRejection(undefined, plain)).toBe(`Unhandled rejection: undefined\n${HINT}`);
});
