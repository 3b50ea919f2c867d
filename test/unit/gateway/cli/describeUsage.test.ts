import { expect, test } from 'vitest';
import { describeUsage } from '../../../../src/gateway/cli/describeUsage.ts';

test('has the examples and the exit codes', () => {
  expect(describeUsage('invalid documents', 'portico check', 'portico check --json')).toBe(
    '\nExamples:\n  portico check\n  portico check --json\n\nExit codes: 0 success, 1 invalid documents, 2 invalid arguments or settings.',
  );
});
