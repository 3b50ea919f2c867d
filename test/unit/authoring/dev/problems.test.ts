import { expect, test } from 'vitest';
import { problemsOf, renderProblems } from '../../../../src/authoring/dev/problems.ts';
import { DocumentError } from '../../../../src/gateway/errors/Diagnostic.ts';

const style = (_: unknown, text: string) => text;

test('has the place and the hint of each diagnostic', () => {
  const place = { file: 'rest/v1/a.graphql', line: 2, column: 3 };
  const problems = problemsOf(
    new DocumentError([
      { ...place, message: 'Wrong.', hint: 'Correct it.' },
      { ...place, line: 4, message: 'Odd.', hint: '' },
    ]),
  );
  expect(renderProblems(problems, style)).toBe(
    'rest/v1/a.graphql:2:3: Wrong.\n  hint: Correct it.\nrest/v1/a.graphql:4:3: Odd.\n',
  );
});

test.each([
  [new Error('The schema is gone.'), 'The schema is gone.\n'],
  ['thrown text', 'thrown text\n'],
])('has the message of any other error', (error, expected) => {
  expect(renderProblems(problemsOf(error), style)).toBe(expected);
});
