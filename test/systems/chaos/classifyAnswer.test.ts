import { expect, test } from 'vitest';
import { classifyAnswer, classifyError } from './classifyAnswer.ts';

test.each([
  [201, undefined, undefined, 'acknowledged'],
  [204, undefined, undefined, 'acknowledged'],
  [503, 'UNAVAILABLE', '1', 'refused'],
  [504, 'TIMEOUT', undefined, 'refused'],
  [429, 'RATE_LIMITED', '1', 'refused'],
  [412, 'PRECONDITION_FAILED', undefined, 'refused'],
  [409, 'IDEMPOTENCY_KEY_IN_USE', '1', 'refused'],
  [500, 'OUTCOME_UNKNOWN', undefined, 'unknown'],
  // Nothing invites a client to send an unknown write again.
  [500, 'OUTCOME_UNKNOWN', '1', undefined],
  [500, 'INTERNAL', undefined, undefined],
  [502, 'BAD_GATEWAY', undefined, undefined],
  // The writes are valid, and their callers authorized.
  [400, 'BAD_USER_INPUT', undefined, undefined],
  [401, 'UNAUTHENTICATED', undefined, undefined],
  [404, 'NOT_FOUND', undefined, undefined],
])('%i with %s and Retry-After %s', (status, code, retryAfter, outcome) => {
  expect(classifyAnswer({ status, body: code === undefined ? '' : JSON.stringify({ code }), retryAfter })).toBe(
    outcome,
  );
});

test('only a connection that was never established is a refusal', () => {
  expect(classifyError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('refused');
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', undefined]) {
    expect(classifyError(Object.assign(new Error('x'), { code }))).toBe('unknown');
  }
});
