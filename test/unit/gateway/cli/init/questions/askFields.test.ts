import { expect, test } from 'vitest';
import { askFields } from '../../../../../../src/gateway/cli/init/questions/askFields.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';
import { PROPOSAL } from '../support/proposal.ts';

const { enter, down, space } = KEYS;
const QUESTION = 'Which endpoints?';

test.each([
  ['all', enter, ['Query.book', 'Mutation.createBook', 'Query.authors']],
  ['those that read', down + enter, ['Query.book', 'Query.authors']],
])('takes %s', async (_, keys, coordinates) => {
  await expect(askFields(PROPOSAL, fakeTerminal([QUESTION, keys]))).resolves.toEqual(new Set(coordinates));
});

test('takes some, which are grouped by resource and all selected', async () => {
  const terminal = fakeTerminal([QUESTION, down + down + enter], ['Choose endpoints:', space + enter]);
  // The cursor is at the first group, /authors.
  await expect(askFields(PROPOSAL, terminal)).resolves.toEqual(new Set(['Query.book', 'Mutation.createBook']));
  expect(terminal.shown()).toContain('POST /books');
});

test('does not offer those that read where all do', async () => {
  const { endpoints } = PROPOSAL;
  const reads = { ...PROPOSAL, endpoints: endpoints.filter(({ method }) => method === 'GET') };
  const terminal = fakeTerminal([QUESTION, enter]);
  await askFields(reads, terminal);
  expect(terminal.shown()).not.toContain('that read');
});
