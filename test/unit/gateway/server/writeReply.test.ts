import { expect, test } from 'vitest';
import { commonHeaders } from '../../../../src/gateway/server/writeReply.ts';

test('every response has the id of its request, and a media type that is not guessed', () => {
  expect(commonHeaders('r')).toEqual({ 'x-request-id': 'r', 'x-content-type-options': 'nosniff' });
});
