import { expect, test } from 'vitest';
import { askUpstream } from '../../../../../../src/gateway/cli/init/questions/askUpstream.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';

const { enter } = KEYS;

test('takes a URL, after one that is none', async () => {
  const terminal = fakeTerminal(
    ['The URL of the GraphQL API', `http://${enter}`],
    ['The URL must be an http', `api/graphql${enter}`],
  );
  await expect(askUpstream(terminal)).resolves.toBe('http://api/graphql');
});

test('takes nothing', async () => {
  await expect(askUpstream(fakeTerminal(['The URL of the GraphQL API', enter]))).resolves.toBeUndefined();
});
