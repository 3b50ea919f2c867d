import { type ExecutionResult, GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { markUncertainOutcome } from '../../../../src/gateway/runtime/markUncertainOutcome.ts';

const at = (...path: (string | number)[]) => new GraphQLError('x', { path });
const errorOf = (status: number) => ServiceError.of('SOME', status, 'It failed.');

test.each<[string, number, ExecutionResult, boolean]>([
  ['nothing else', 503, { data: null }, false],
  ['the root field alone', 503, { data: { add: null }, errors: [at('add')] }, false],
  ['an error without a path', 504, { errors: [new GraphQLError('x')] }, false],
  ['a field below the root field', 502, { data: { add: null }, errors: [at('add', 'book')] }, true],
  ['a field below one of two root fields', 503, { data: null, errors: [at('one'), at('add', 'book')] }, true],
  ['another root field with data', 504, { data: { one: null, two: 1 }, errors: [at('one')] }, true],
  ['another root field that is false', 504, { data: { one: null, two: false }, errors: [at('one')] }, true],
  ['data without errors', 503, { data: { add: {} } }, true],
])('with %s, %i can be in doubt', (_, status, result, isUnknown) => {
  const error = errorOf(status);
  const checked = markUncertainOutcome(error, result);
  if (isUnknown) expect(checked).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: error });
  else expect(checked).toBe(error);
});

test.each([408, 429, 502, 503, 504])('a %i, after which clients send a request again, is in doubt', (status) => {
  const error = errorOf(status);
  const checked = markUncertainOutcome(error, { data: { add: {} }, errors: [at('add', 'book')] });
  expect(checked).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: error });
});

test.each([500, 501, 505, 400, 409])('a %i, which nobody sends again, is not in doubt', (status) => {
  const error = errorOf(status);
  expect(markUncertainOutcome(error, { data: { add: {} }, errors: [at('add', 'book')] })).toBe(error);
});
