import { expect, test } from 'vitest';
import { findBreaksInProcess } from '../../../../../src/gateway/cli/dev/findBreaksInProcess.ts';

test('rejects where no process can be started', async () => {
  const { execPath } = process;
  process.execPath = '/no/such/program';
  const found = findBreaksInProcess({ root: '.', compiled: new Map() }, new AbortController().signal);
  process.execPath = execPath;
  await expect(found).rejects.toThrow('ENOENT');
  // Vitest fails where the error of the channel, which follows, is not handled.
  await new Promise((resolve) => setImmediate(resolve));
});
