import { expect, test } from 'vitest';
import { badGatewayError } from '../../../../../src/gateway/execution/remote/badGatewayError.ts';

test('has its cause for the log only', () => {
  const cause = new Error('detail');
  expect(badGatewayError(cause)).toMatchObject({
    status: 502,
    message: 'The upstream service returned an invalid response; it has been logged.',
    cause,
  });
});
