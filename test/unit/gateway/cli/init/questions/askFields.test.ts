import { expect, test } from 'vitest';
import { askFields } from '../../../../../../src/gateway/cli/init/questions/askFields.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';
import { PROPOSAL } from '../support/proposal.ts';

const { enter, down, tab } = KEYS;
const QUESTION = 'Which endpoints?';

test.each([
  ['all', enter, ['Query.book', 'Mutation.createBook', 'Query.authors']],
  ['those that read', down + enter, ['Query.book', 'Query.authors']],
])('takes %s', async (_, keys, coordinates) => {
  await expect(askFields(PROPOSAL, fakeTerminal([QUESTION, keys]))).resolves.toEqual(new Set(coordinates));
});

test('takes some, of which none is selected at first, and does not repeat them', async () => {
  const terminal = fakeTerminal([QUESTION, down + down + enter], ['Choose endpoints', `create${tab}${enter}`]);
  await expect(askFields(PROPOSAL, terminal)).resolves.toEqual(new Set(['Mutation.createBook']));
  expect(terminal.shown()).toContain('POST /books');
  expect(terminal.shown().split('Choose endpoints').at(-1)).not.toContain('POST /books');
});

test('takes all of a resource', async () => {
  const terminal = fakeTerminal([QUESTION, down + down + enter], ['Choose endpoints', `/books${tab}${enter}`]);
  await expect(askFields(PROPOSAL, terminal)).resolves.toEqual(new Set(['Query.book', 'Mutation.createBook']));
  expect(terminal.shown()).toContain('/books: all 2');
});

test('does not offer those that read where all do', async () => {
  const { endpoints } = PROPOSAL;
  const reads = { ...PROPOSAL, endpoints: endpoints.filter(({ method }) => method === 'GET') };
  const terminal = fakeTerminal([QUESTION, enter]);
  await askFields(reads, terminal);
  expect(terminal.shown()).not.toContain('that read');
});
