import { expect, test } from 'vitest';
import { readPackage } from '../../../../src/gateway/cli/readPackage.ts';

test('returns the name, the version and the description', () => {
  expect(readPackage()).toEqual({
    name: 'portico',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.stringContaining('REST API'),
  });
});
