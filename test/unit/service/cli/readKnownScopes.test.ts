import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listScopes } from '../../../../src/gateway/access/listScopes.ts';
import { readKnownScopes } from '../../../../src/service/cli/readKnownScopes.ts';
import { composeSchema } from '../../../../src/service/composeSchema.ts';

test('reads the scopes that the merged schema requires', () => {
  const folder = fileURLToPath(new URL('../../../../schema', import.meta.url));
  expect(readKnownScopes(folder)).toEqual(listScopes(composeSchema().schema));
});
