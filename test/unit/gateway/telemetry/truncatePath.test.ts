import { expect, test } from 'vitest';
import { truncatePath } from '../../../../src/gateway/telemetry/truncatePath.ts';

test.each([
  [0, ''],
  [1000, 'a'.repeat(1000)],
  [1001, `${'a'.repeat(1000)}…`],
])('a path of %i characters', (length, expected) => {
  expect(truncatePath('a'.repeat(length))).toBe(expected);
});
