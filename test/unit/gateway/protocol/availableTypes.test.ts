import { expect, test } from 'vitest';
import { availableTypes } from '../../../../src/gateway/protocol/availableTypes.ts';

const VENDOR = ', application/vnd.toy.v1+json, application/vnd.toy.v2+json';

test.each([
  ['path', ''],
  ['header', VENDOR],
  ['both', VENDOR],
] as const)('with the versioning %s they are application/json%s', (versioning, vendor) => {
  expect(availableTypes({ apiName: 'toy', versions: [1, 2], versioning })).toBe(`application/json${vendor}`);
});
