import { expect, test } from 'vitest';
import { findRenames } from '../../../../src/gateway/contracts/changes/findRenames.ts';

test.each<[name: string, gone: string[], arrived: string[], renames: { from: string[]; to: string[] }[]]>([
  ['one name in two', ['name'], ['firstName', 'lastName'], [{ from: ['name'], to: ['firstName', 'lastName'] }]],
  ['two names in one', ['firstName', 'lastName'], ['name'], [{ from: ['firstName', 'lastName'], to: ['name'] }]],
  ['a longer name', ['total'], ['totalCount'], [{ from: ['total'], to: ['totalCount'] }]],
  ['no name in another', ['email'], ['phone'], []],
  ['nothing new', ['email'], [], []],
  ['nothing gone', [], ['email'], []],
])('finds %s', (_, gone, arrived, renames) => {
  expect(findRenames(gone, arrived)).toEqual(renames);
});
