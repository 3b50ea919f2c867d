import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../src/cli/documents.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { readSafelist } from '../../../src/service/graphql/safelist.ts';

test('the service accepts both manifests of its own API as GRAPHQL_SAFELIST', () => {
  const out = mkdtempSync(path.join(tmpdir(), 'portico-documents-'));
  const { schema } = composeSchema();
  documents({ schema, plan: compileApi(defaultApi.endpoints, schema) }, { out });
  const [one, other] = readdirSync(out).map((name) => readSafelist(path.join(out, name), schema));
  rmSync(out, { recursive: true });
  expect(one!.size).toBeGreaterThan(20);
  expect(other).toEqual(one);
});
