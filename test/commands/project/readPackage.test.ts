import { expect, test } from 'vitest';
import { readPackage } from '../../../src/project/readPackage.ts';

test('returns the name, the version and the description', () => {
  expect(readPackage()).toEqual({
    name: 'portico',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.stringContaining('REST API'),
  });
});
