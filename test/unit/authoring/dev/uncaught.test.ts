import { expect, test } from 'vitest';
import { describeRejection, describeUncaught } from '../../../../src/authoring/dev/uncaught.ts';

const plain = (_: unknown, text: string) => text;
const HINT = '  hint: Await the promise or catch its error; Node ends a process for it, except this one.';

test('shows a rejection and the code of the project', () => {
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

test('shows a rejection with what is no error', () => {
  expect(describeRejection({ code: 7 }, plain)).toBe(`Unhandled rejection: { code: 7 }\n${HINT}`);
  expect(describeRejection(undefined, plain)).toBe(`Unhandled rejection: undefined\n${HINT}`);
});

const thrownAt = (...frames: string[]) =>
  Object.assign(new Error('The shelf is gone.'), {
    stack: ['Error: The shelf is gone.', ...frames.map((frame) => `    at ${frame}`)].join('\n'),
  });
const TIMER = 'process.processTimers (node:internal/timers:519:7)';

test('shows an error that a timer of the project threw', () => {
  const error = thrownAt('Timeout.refresh (/api/shelf.ts:3:4)', 'listOnTimeout (node:internal/timers:581:17)', TIMER);
  expect(describeUncaught(error, plain, '/portico/')).toBe(
    'Uncaught error: The shelf is gone.\n  at Timeout.refresh (/api/shelf.ts:3:4)\n  hint: Catch the error; Node ends a process for it, except this one.',
  );
});

test.each([
  ["Portico's own", thrownAt('close (/portico/src/gateway/server/close.ts:1:2)', TIMER)],
  ['of Portico and the project', thrownAt('read (/api/shelf.ts:3:4)', 'load (/portico/src/gateway/load.ts:1:2)')],
  ['of Portico as a package', thrownAt('close (/api/node_modules/portico/dist/close.js:1:2)', TIMER)],
  ['of another package', thrownAt('emit (/api/node_modules/pg/client.js:1:2)', TIMER)],
  ['without a stack', Object.assign(new Error('a'), { stack: undefined })],
  ['that is none', 'a text'],
])('does not describe an error %s', (_, error) => {
  expect(describeUncaught(error, plain, '/portico/')).toBeUndefined();
});
