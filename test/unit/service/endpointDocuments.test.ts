import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENDPOINT_DOCUMENTS } from '../../../src/service/endpointDocuments.ts';

test('is the folder of versions', () => {
  expect(readdirSync(ENDPOINT_DOCUMENTS)).toEqual(expect.arrayContaining(['conventions.json', 'v1', 'v2']));
});
