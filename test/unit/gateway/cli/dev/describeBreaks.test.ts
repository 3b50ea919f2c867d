import { expect, test } from 'vitest';
import { describeBreaks } from '../../../../../src/gateway/cli/dev/describeBreaks.ts';
import { DOCUMENTS, compileDocuments } from '../support/compileDocuments.ts';

const { plan } = compileDocuments(DOCUMENTS);

test('names the document of a breaking change, once for all contracts that have it', () => {
  const change = {
    change: 'GET `/orders` requires `limit`.',
    affected: 'clients that omit it',
    endpoints: ['GET /orders'],
    hint: 'Make it optional.',
    since: { commit: 'abc1234', date: '2026-01-31' },
  };
  const [paragraph, ...others] = describeBreaks(
    {
      breaks: ['contracts/openapi.json', 'contracts/openapi.v1.json'].map((file) => ({ ...change, file })),
      errors: [],
    },
    plan,
  );
  expect(others).toEqual([]);
  expect(paragraph).toMatch(/^Breaking: GET `\/orders` requires `limit`\.\n/);
  expect(paragraph).toMatch(/listOrders\.graphql:1/);
});

test('adds why contracts could not be compared', () => {
  expect(describeBreaks({ breaks: [], errors: ['contracts/corrections.json is not valid.'] }, plan)).toEqual([
    'contracts/corrections.json is not valid.',
  ]);
});
