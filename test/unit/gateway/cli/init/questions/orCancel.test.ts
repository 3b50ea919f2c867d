import { text } from '@clack/prompts';
import { expect, test } from 'vitest';
import { orCancel } from '../../../../../../src/gateway/cli/init/questions/orCancel.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';

test('returns an answer, and throws where a question is cancelled', async () => {
  await expect(orCancel(Promise.resolve('rest'))).resolves.toBe('rest');
  const cancelled = text({ ...fakeTerminal(['Name?', KEYS.cancel]), message: 'Name?' });
  await expect(orCancel(cancelled)).rejects.toThrow('Cancelled. Nothing was written.');
});
