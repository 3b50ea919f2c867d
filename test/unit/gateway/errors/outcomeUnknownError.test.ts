import { expect, test } from 'vitest';
import { outcomeUnknownError } from '../../../../src/gateway/errors/outcomeUnknownError.ts';

test('invites no retry', () => {
  const cause = new Error('reset');
  expect(outcomeUnknownError(cause)).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    status: 500,
    message: 'The outcome of this request is unknown: it may have taken effect. Check before sending it again.',
    headers: {},
    cause,
  });
});
