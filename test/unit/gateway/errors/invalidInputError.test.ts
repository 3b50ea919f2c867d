import { expect, test } from 'vitest';
import { invalidInputError } from '../../../../src/gateway/errors/invalidInputError.ts';
import { ProblemCollector } from '../../../../src/gateway/errors/ProblemCollector.ts';

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
