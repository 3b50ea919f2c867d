import { expect, test } from 'vitest';
import { shareProbe } from '../../../src/gateway/server.ts';

test('calls during a check share its result, and the next one checks again', async () => {
  const checks: ((error?: Error) => void)[] = [];
  const probe = shareProbe(
    () => new Promise((resolve, reject) => checks.push((error) => (error ? reject(error) : resolve()))),
  );
  const both = [probe(), probe()];
  checks[0]!();
  await Promise.all(both);
  expect(checks).toHaveLength(1);
  const failed = [probe(), probe()];
  checks[1]!(new Error('gone'));
  for (const each of failed) await expect(each).rejects.toThrow('gone');
  const third = probe();
  checks[2]!();
  await third;
  expect(checks).toHaveLength(3);
});
