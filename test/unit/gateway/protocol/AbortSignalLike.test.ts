import { expect, test } from 'vitest';
import { toAbortSignal } from '../../../../src/gateway/protocol/AbortSignalLike.ts';
import { RequestSignal } from '../../../../src/gateway/protocol/RequestSignal.ts';

test('an AbortSignal stays as it is', () => {
  const { signal } = new AbortController();
  expect(toAbortSignal(signal)).toBe(signal);
});

test('an AbortSignal follows the signal of a request', () => {
  const signal = new RequestSignal();
  const following = toAbortSignal(signal);
  expect(following).toBeInstanceOf(AbortSignal);
  expect(following.aborted).toBe(false);
  const reason = new Error('late');
  signal.abort(reason);
  expect(following).toMatchObject({ aborted: true, reason });
  expect(toAbortSignal(signal)).toMatchObject({ aborted: true, reason });
});
