import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import {
  invalidInputError,
  methodNotAllowedError,
  outcomeUnknownError,
} from '../../../../src/gateway/base/errors/knownErrors.ts';

describe('invalidInputError', () => {
  test('names every problem', () => {
    const problems = [
      { field: 'a', message: 'must be b' },
      { field: 'c', message: 'is unknown', code: 'X' },
    ];
    const error = invalidInputError(problems);
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', message: 'a must be b; c is unknown', problems });
  });

  test('says that there are more', () => {
    const problems = Array.from({ length: 51 }, () => ({ field: 'a', message: 'b' }));
    const error = invalidInputError(problems);
    expect(error.message).toBe(`${'a b; '.repeat(50)}and more`);
    expect(error.problems).toHaveLength(50);
  });

  test('takes a collector as it is', () => {
    const collector = new ProblemCollector(1);
    collector.add('a', 'b');
    expect(invalidInputError(collector)).toMatchObject({ message: 'and more', problems: [] });
  });
});

describe('methodNotAllowedError', () => {
  test('lists the allowed methods', () => {
    expect(methodNotAllowedError('PUT', 'GET, HEAD')).toMatchObject({
      status: 405,
      message: 'PUT is not allowed; allowed methods: GET, HEAD',
      headers: { allow: 'GET, HEAD' },
    });
  });
});

describe('outcomeUnknownError', () => {
  test('invites no retry', () => {
    const cause = new Error('reset');
    expect(outcomeUnknownError(cause)).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      status: 500,
      message:
        'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.',
      headers: {},
      cause,
    });
  });
});
