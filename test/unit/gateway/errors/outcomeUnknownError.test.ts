import { expect, test } from 'vitest';
import { outcomeUnknownError } from '../../../../src/gateway/errors/outcomeUnknownError.ts';

test('invites no retry', () => {
  const cause = new Error('reset');
  expect(outcomeUnknownError(cause)).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    status: 500,
    message: 'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.',
    headers: {},
    cause,
  });
});
