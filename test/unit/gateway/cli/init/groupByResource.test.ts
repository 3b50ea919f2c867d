import { expect, test } from 'vitest';
import { groupByResource } from '../../../../../src/gateway/cli/init/groupByResource.ts';
import { PROPOSAL } from './support/proposal.ts';

test('groups endpoints by the first segment of their paths, in alphabetical order', () => {
  const groups = [...groupByResource(PROPOSAL.endpoints)].map(([name, each]) => [
    name,
    each.map(({ operation }) => operation),
  ]);
  expect(groups).toEqual([
    ['authors', ['listAuthors']],
    ['books', ['getBook', 'createBook']],
  ]);
});
