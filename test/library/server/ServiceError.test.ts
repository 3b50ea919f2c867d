import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/gateway/server.ts';

test('has the status of its code', () => {
  const error = new ServiceError('NOT_FOUND', 'gone');
  expect(error).toBeInstanceOf(GraphQLError);
  expect(error).toMatchObject({ name: 'ServiceError', message: 'gone', code: 'NOT_FOUND', status: 404 });
  expect(error).toMatchObject({ hasOwnStatus: false, problems: [], headers: {} });
  expect(error.extensions).toEqual({ code: 'NOT_FOUND' });
  expect('cause' in error).toBe(false);
});

test('has what is given', () => {
  const problems = [{ field: 'a', message: 'must be b' }];
  const cause = new Error('why');
  const error = new ServiceError('BAD_USER_INPUT', 'a must be b', {
    problems,
    cause,
    status: 422,
    headers: { a: 'b' },
  });
  expect(error).toMatchObject({ status: 422, hasOwnStatus: true, problems, cause, headers: { a: 'b' } });
  expect(error.extensions).toEqual({ code: 'BAD_USER_INPUT', problems });
});

test('says when to retry where it is unavailable, unless it is given', () => {
  expect(new ServiceError('UNAVAILABLE', 'later').headers).toEqual({ 'retry-after': '1' });
  expect(new ServiceError('UNAVAILABLE', 'later', { headers: { 'retry-after': '9' } }).headers).toEqual({
    'retry-after': '9',
  });
});

test('has a stack where it is a failure, but not where it is a refusal', () => {
  expect(new ServiceError('NOT_FOUND', 'gone').stack).not.toContain('    at ');
  expect(new ServiceError('INTERNAL_SERVER_ERROR', 'failed').stack).toContain('ServiceError.test.ts');
  expect(new Error('another').stack).toContain('    at ');
});
