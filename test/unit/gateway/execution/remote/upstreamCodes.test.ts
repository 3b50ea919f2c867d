import { expect, test } from 'vitest';
import { codeOfStatus, mayHaveExecuted } from '../../../../../src/gateway/execution/remote/upstreamCodes.ts';

test.each<[number, string | undefined, boolean]>([
  [200, undefined, true],
  [299, undefined, true],
  [300, undefined, false],
  [400, undefined, false],
  [401, 'UNAUTHENTICATED', false],
  [403, 'FORBIDDEN', false],
  [404, undefined, false],
  [429, 'RATE_LIMITED', false],
  [499, undefined, false],
  [500, 'UNAVAILABLE', true],
  [501, 'UNAVAILABLE', false],
  [502, 'UNAVAILABLE', true],
  [503, 'UNAVAILABLE', false],
  [504, 'TIMEOUT', true],
])('%i has the code %s, and a mutation may have been executed: %s', (status, code, executed) => {
  expect([codeOfStatus(status), mayHaveExecuted(status)]).toEqual([code, executed]);
});
