import { expect, test } from 'vitest';
import { withoutScopes } from '../../../../../src/gateway/cli/dev/withoutScopes.ts';
import { DOCUMENTS, compileDocuments } from '../support/compileDocuments.ts';

test('removes the scopes of every endpoint, and nothing else', () => {
  const { plan } = compileDocuments(DOCUMENTS);
  const open = withoutScopes(plan);
  const endpoints = plan.versions.flatMap((version) => version.endpoints);
  expect(endpoints.some(({ scopes }) => scopes.length > 0)).toBe(true);
  expect(open.versions.flatMap((version) => version.endpoints)).toEqual(
    endpoints.map((endpoint) => ({ ...endpoint, scopes: [] })),
  );
  expect({ ...open, versions: [] }).toEqual({ ...plan, versions: [] });
});
