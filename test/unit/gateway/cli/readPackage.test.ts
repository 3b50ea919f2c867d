import { expect, test } from 'vitest';
import { readPackage } from '../../../../src/gateway/cli/readPackage.ts';

test('returns the version and the description', () => {
  expect(readPackage()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.stringContaining('REST API'),
  });
});
