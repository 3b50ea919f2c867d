import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { settlesWithin } from '../../../../src/gateway/base/errors/settlesWithin.ts';

test('a response that arrived while the event loop was blocked is not late', async () => {
  // From here, the event loop looks at timers first.
  await setImmediatePromise();
  const response = settlesWithin(1, new Promise((resolve) => setImmediate(resolve, 'here')));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  await expect(response).resolves.toBe('here');
});

test('a promise that does not settle is rejected, and one that rejects too', async () => {
  await expect(settlesWithin(1, new Promise(() => {}))).rejects.toThrow('There was no response within 1 ms.');
  await expect(settlesWithin(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
