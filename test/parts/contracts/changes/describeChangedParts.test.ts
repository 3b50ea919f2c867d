import { expect, test } from 'vitest';
import { findRenames } from '../../../../src/gateway/describe/contracts/changes/describeChangedParts.ts';

test.each<[name: string, removed: string[], added: string[], renames: { from: string[]; to: string[] }[]]>([
  ['one name in two', ['name'], ['firstName', 'lastName'], [{ from: ['name'], to: ['firstName', 'lastName'] }]],
  ['two names in one', ['firstName', 'lastName'], ['name'], [{ from: ['firstName', 'lastName'], to: ['name'] }]],
  ['a longer name', ['total'], ['totalCount'], [{ from: ['total'], to: ['totalCount'] }]],
  ['no name in another', ['email'], ['phone'], []],
  ['nothing added', ['email'], [], []],
  ['nothing removed', [], ['email'], []],
])('finds %s', (_, removed, added, renames) => {
  expect(findRenames(removed, added)).toEqual(renames);
});
