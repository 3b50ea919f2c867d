// What a lane does without a bound of turns. What all lanes do is in createAdmission.test.ts.
import { expect, test } from 'vitest';
import { Lane } from '../../../../src/gateway/server.ts';

const work = { cost: 1, caller: '' };

test('work starts as soon as there is room', async () => {
  const lane = new Lane({ budget: 2 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const runs = ['a', 'b', 'c', 'd'].map((name) =>
    lane.run(work, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  expect(started).toEqual(['a', 'b']);
  ends[0]!();
  await runs[0];
  expect(started).toEqual(['a', 'b', 'c']);
});

test('work whose signal is aborted already neither waits nor takes room', async () => {
  const lane = new Lane({ budget: 1, queueLength: 1 });
  const run = (more: object = {}) => lane.run({ ...work, ...more }, () => new Promise(() => {}));
  void run();
  await expect(run({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(lane.refuses(work)).toBe(false);
  void run();
  await expect(run()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The service is overloaded; try again shortly.',
  });
});
