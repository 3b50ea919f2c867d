import { expect, test } from 'vitest';
import { Lane } from '../../../../src/gateway/server.ts';

const OVERLOADED = { code: 'UNAVAILABLE', message: 'The service is overloaded; try again shortly.' };

/** A lane without a bound of turns, and the names of what runs in the order in which it started. */
function setUp(limits: ConstructorParameters<typeof Lane>[0]) {
  const lane = new Lane(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (
    name: string,
    { cost = 1, caller = '', signal }: { cost?: number; caller?: string; signal?: AbortSignal } = {},
  ) => {
    const settled = lane.run({ cost, caller, ...(signal && { signal }) }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    settled.catch(() => {});
    return settled;
  };
  return { lane, run, started, end: (name: string) => ends.get(name)!() };
}

test('where no turn is bounded, work starts as soon as there is room', async () => {
  const { run, started, end } = setUp({ budget: 2 });
  const first = run('a');
  for (const name of ['b', 'c', 'd']) run(name);
  expect(started).toEqual(['a', 'b']);
  end('a');
  await first;
  expect(started).toEqual(['a', 'b', 'c']);
});

test('work that costs the whole budget runs alone, and what comes later waits behind it', async () => {
  const { run, started, end } = setUp({ budget: 2 });
  const first = run('a');
  const all = run('all', { cost: 5 });
  run('b');
  expect(started).toEqual(['a']);
  end('a');
  await first;
  expect(started).toEqual(['a', 'all']);
  end('all');
  await all;
  expect(started).toEqual(['a', 'all', 'b']);
});

test('work that leaves makes room for what waits behind it', async () => {
  const { run, started } = setUp({ budget: 2 });
  run('a');
  const client = new AbortController();
  const left = run('all', { cost: 2, signal: client.signal });
  run('b');
  client.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(started).toEqual(['a', 'b']);
});

test('work whose signal is aborted already neither waits nor takes room', async () => {
  const { lane, run } = setUp({ budget: 1, queueLength: 1 });
  run('a');
  await expect(run('b', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(lane.refuses({ cost: 1, caller: '' })).toBe(false);
  run('c');
  await expect(run('d')).rejects.toMatchObject(OVERLOADED);
});
