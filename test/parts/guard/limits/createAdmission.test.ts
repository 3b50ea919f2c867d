import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  OVERLOADED as OVERLOADED_ERROR,
  ServiceError,
  type Work,
  createAdmission,
} from '../../../../src/gateway/server.ts';

type AdmissionLimits = Required<Omit<NonNullable<Parameters<typeof createAdmission>[0]>, 'writes' | 'maxHeld'>>;

/** A budget of 10 and a queue of 40 or twelve requests, for small and for large work. */
const lane = { budget: 10, turnCost: 100, queueCost: 40, queueLength: 12, maxWaitMs: 5_000 };
const LIMITS: AdmissionLimits = { maxSmallCost: 2, small: lane, large: lane };
const IN_TURNS: AdmissionLimits = { ...LIMITS, large: { ...lane, budget: 100, turnCost: 10, queueCost: 1_000 } };
/** Two writes run, and eight wait. */
const WITH_WRITES = { ...LIMITS, writes: { running: 2, waiting: 8, shared: new Set(['createUser', 'createTeam']) } };

const FAR = 30_000;
const OVERLOADED = {
  code: 'UNAVAILABLE',
  status: 503,
  message: 'The service is overloaded; try again shortly.',
  headers: { 'retry-after': '1' },
};

const write = (...fields: string[]) => ({ cost: 1, write: { fields, isTransaction: false } });
/** What a step may name in place of a cost. */
const WRITES: Readonly<Record<string, Partial<Work>>> = {
  order: write('createOrder'),
  user: write('createUser'),
  users: write(...Array<string>(16).fill('createUser')),
  both: write('createUser', 'createOrder'),
  transaction: { cost: 1, write: { fields: ['createUser'], isTransaction: true } },
  large: { ...write('createOrder'), cost: 10 },
};

/** An admission, and the names of the work in the order in which it started. */
function setUp(limits: Parameters<typeof createAdmission>[0] = LIMITS) {
  const admission = createAdmission(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, work: Partial<Work> = {}) => {
    const settled = admission.run(
      { cost: 10, caller: name[0]!, deadline: Date.now() + FAR, signal: new AbortController().signal, ...work },
      () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
    );
    settled.catch(() => {});
    return settled;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    // The work settles, and the next one starts in a later turn.
    await turn();
    await turn();
  };
  return { admission, run, started, end };
}

/**
 * Plays steps, and gives what started between them. `a1` is work of the caller a of cost 10, `a1:4` of cost 4, `a1:order` one of `WRITES`;
 * `-a1` ends it, `~` is a turn of the event loop, and in the result `!a1` is work that was refused at once.
 */
async function play(steps: string, limits?: Parameters<typeof createAdmission>[0]): Promise<string> {
  const { run, started, end } = setUp(limits);
  for (const step of steps.split(' ')) {
    const [name = '', kind = '10'] = step.split(':');
    if (name === '~' || name.startsWith('-')) {
      started.push(name);
      await (name === '~' ? turn() : end(name.slice(1)));
      continue;
    }
    run(name, WRITES[kind] ?? { cost: Number(kind) }).catch((error: { message: string }) => {
      started.push(error.message === OVERLOADED.message ? `!${name}` : error.message);
    });
    for (let tick = 0; tick < 10; tick++) await Promise.resolve();
  }
  return started.join(' ');
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the budget', () => {
  test.each([
    ['starts what fits at once', 'a1:4 b1:6', 'a1 b1'],
    ['lets the rest wait, each caller in the order of arrival', 'a1 a2 a3 -a1 -a2', 'a1 -a1 a2 -a2 a3'],
    ['runs work that is larger alone', 'a1:3 b1:1000 c1:3 -a1 -b1', 'a1 -a1 b1 -b1 c1'],
    ['of small work is its own', 'a1:10 a2:10 b1:2', 'a1 b1'],
    // b1 would fit, but a2 came first: a stream of cheaper work must not keep it waiting.
    ['is not overdrawn by a caller whose work waits while less would fit', 'a1:6 a2:6 b1:4 -a1', 'a1 -a1 a2 b1'],
  ])('%s', async (_, steps, started) => expect(await play(steps)).toBe(started));

  test('gives back the capacity of work that fails', async () => {
    const { admission, run, started } = setUp();
    const failed = admission.run(
      { cost: 10, caller: 'a', deadline: Date.now() + FAR, signal: new AbortController().signal },
      () => Promise.reject(new Error('no')),
    );
    run('b1');
    await expect(failed).rejects.toThrow('no');
    await turn();
    expect(started).toEqual(['b1']);
  });

  test('is given back once, however often the work is released', async () => {
    const { admission, run, started } = setUp();
    const work = { cost: 10, caller: 'a', deadline: Date.now() + FAR, signal: new AbortController().signal };
    const release = await admission.acquire(work);
    release();
    release();
    run('a1');
    run('a2');
    expect(started).toEqual(['a1']);
  });
});

describe('turns', () => {
  test.each([
    ['a caller gets its turn before the rest of a flood', 'a1 a2 a3 b1 -a1 -a2', 'a1 -a1 a2 -a2 b1'],
    ['a caller that comes back waits', 'a1 b1 c1 -a1 b2 -b1 -c1', 'a1 -a1 b1 -b1 c1 -c1 b2'],
    [
      'go by cost: a caller with cheap work starts as much of it as another one of expensive work',
      'a1 a2 a3 b1:3 b2:3 b3:3 b4:3 b5:3 -a1 -a2 -b1 -b2 -b3 -a3',
      'a1 -a1 a2 -a2 b1 b2 b3 -b1 -b2 -b3 a3 -a3 b4 b5',
    ],
  ])('%s', async (_, steps, started) => {
    expect(await play(steps, { ...LIMITS, large: { ...lane, queueCost: 100 } })).toBe(started);
  });
});

describe('a turn of the event loop', () => {
  test.each([
    ['only so much work, although more would fit', 'a1:4 a2:4 a3:4 a4:4 a5:4 ~ ~', 'a1 a2 ~ a3 a4 ~ a5'],
    ['one piece of work that is larger', 'a1:40 a2:40 ~', 'a1 ~ a2'],
  ])('starts %s', async (_, steps, started) => expect(await play(steps, IN_TURNS)).toBe(started));

  test('counts work that has ended in it', async () => {
    const { admission, run, started } = setUp(IN_TURNS);
    const work = { cost: 10, caller: 'a', deadline: Date.now() + FAR, signal: new AbortController().signal };
    const released = admission.acquire(work).then((release) => release());
    run('b1', { cost: 4 });
    await released;
    expect(started).toEqual([]);
    await turn();
    expect(started).toEqual(['b1']);
  });
});

describe('the queue', () => {
  const SHORT = { ...LIMITS, large: { ...lane, queueCost: 1_000, queueLength: 4 } };
  test.each([
    ['refuses what exceeds its share of the cost', LIMITS, 'a1 a2 a3 a4', 'a1 !a4'],
    ['refuses what exceeds its share of the length', SHORT, 'a1 a2 a3 a4', 'a1 !a4'],
    ['has room for another caller', LIMITS, 'a1 a2 a3 b1 b2 -a1 -a2', 'a1 !b2 -a1 a2 -a2 b1'],
    ['leaves room when work has started', LIMITS, 'a1 a2 a3 a4 -a1 a5 -a2 -a3', 'a1 !a4 -a1 a2 -a2 a3 -a3 a5'],
  ])('%s', async (_, limits, steps, started) => expect(await play(steps, limits)).toBe(started));

  test('refuses work that has waited too long', async () => {
    vi.useFakeTimers();
    const { run, started } = setUp();
    run('a1');
    const waiting = run('b1');
    vi.advanceTimersByTime(4_500);
    const later = run('b2');
    vi.advanceTimersByTime(500);
    await expect(waiting).rejects.toMatchObject(OVERLOADED);
    vi.advanceTimersByTime(4_500);
    await expect(later).rejects.toMatchObject(OVERLOADED);
    expect(started).toEqual(['a1']);
    // Nothing waits, so nothing looks.
    expect(vi.getTimerCount()).toBe(0);
  });

  test('refuses fifty of these in a turn of the event loop', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const small = { budget: 1, turnCost: 1, queueCost: 1_000, queueLength: 1_000, maxWaitMs: 5_000 };
    const { run, started } = setUp({ ...LIMITS, small });
    run('a1', { cost: 1 });
    let refused = 0;
    for (const caller of ['a', 'b', 'c']) {
      for (let n = 0; n < 40; n++) run(caller, { cost: 1 }).catch(() => refused++);
    }
    vi.advanceTimersByTime(5_000);
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      await turn();
      counts.push(refused);
    }
    expect(counts).toEqual([100, 120, 120]);
    expect(started).toEqual(['a1']);
  });
});

describe('writes', () => {
  const orders = (...names: string[]) => names.map((name) => `${name}:order`).join(' ');
  const SIX = orders('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  const users = Array.from({ length: 16 }, (_, index) => `a${index}`);

  test.each([
    // Of the four that are left another caller has half, and a third one half of the rest; reads are not concerned.
    [
      'have bounds of their own, of which one caller fills half',
      `${SIX} ${orders('a7', 'b1', 'b2', 'c1', 'b3', 'c2')} a8:1`,
      'a1 a2 !a7 !b3 !c2 a8',
    ],
    [
      'take turns, one of each caller',
      `${SIX} ${orders('b1', 'b2')} -a1 -a2 -a3 -b1 -a4`,
      'a1 a2 -a1 a3 -a2 b1 -a3 a4 -b1 b2 -a4 a5',
    ],
    [
      'that share a statement count as a sixteenth',
      `${users.map((name) => `${name}:user`).join(' ')} b1:order c1:user`,
      `${users.join(' ')} b1`,
    ],
    ['that share a statement count each of their fields', 'a1:users a2:users a3:users', 'a1 a2'],
    ['share none in a transaction of their own', 'a1:transaction a2:transaction a3:transaction', 'a1 a2'],
    ['share none with another mutation', 'a1:both a2:both a3:both', 'a1 a2'],
    ['of a large result that are refused give back its budget', `${SIX} a7:large b1:10`, 'a1 a2 !a7 b1'],
    // Neither does the write that waits for the large read keep another write waiting.
    [
      'of a large result keep no large read waiting while they wait for a write',
      'a1:order a2:order b1:large ~ c1:10 ~ -a1 ~ d1:order ~ -c1 -d1 ~ ~',
      'a1 a2 ~ c1 ~ -a1 ~ d1 ~ -c1 -d1 b1 ~ ~',
    ],
  ])('%s', async (_, steps, started) => expect(await play(steps, WITH_WRITES)).toBe(started));

  test('of a large result take its budget, too, and give back both', async () => {
    const { admission, run, started, end } = setUp(WITH_WRITES);
    run('a1', WRITES['large']);
    await turn();
    run('b1', { cost: 10 });
    for (const name of ['c1', 'c2']) run(name, WRITES['order']);
    await turn();
    expect(started).toEqual(['a1', 'c1']);
    await end('a1');
    expect(new Set(started)).toEqual(new Set(['a1', 'c1', 'b1', 'c2']));
    for (const name of ['a2', 'a3', 'a4']) run(name, WRITES['order']);
    const refuses = (kind: string) => admission.refuses({ cost: 1, ...WRITES[kind], caller: 'a' });
    expect([refuses('order'), refuses('large')]).toEqual([false, false]);
    run('a5', WRITES['order']);
    expect([refuses('order'), refuses('large')]).toEqual([true, true]);
  });

  test('have the bounds of reads where no database is known', async () => {
    expect(await play('a1:order a2:order a3:order')).toBe('a1 a2 a3');
  });
});

describe('work that must not start', () => {
  const TIMEOUT = { code: 'TIMEOUT', status: 504, message: 'The request timed out; try again later.' };

  test('is refused on arrival when its deadline has passed', async () => {
    const { run, started } = setUp();
    await expect(run('a1', { deadline: Date.now() - 1 })).rejects.toMatchObject(TIMEOUT);
    expect(started).toEqual([]);
  });

  test('is refused when its deadline passes while it waits, and when it is its turn by then', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { run, started, end } = setUp();
    run('a1');
    const swept = run('b1', { deadline: Date.now() + 400 });
    vi.advanceTimersByTime(500);
    await expect(swept).rejects.toMatchObject(TIMEOUT);
    const late = run('b2', { deadline: Date.now() + 100 });
    run('c1');
    vi.setSystemTime(Date.now() + 100);
    await end('a1');
    await expect(late).rejects.toMatchObject(TIMEOUT);
    expect(started).toEqual(['a1', 'c1']);
  });

  test('is refused on arrival when its client has disconnected', async () => {
    const { run, started } = setUp();
    const reason = new Error('gone');
    await expect(run('a1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(started).toEqual([]);
  });

  test('leaves the queue when its client disconnects, and its room with it', async () => {
    const { run, started, end } = setUp();
    const client = new AbortController();
    run('a1');
    run('a2');
    const left = run('a3', { signal: client.signal });
    await expect(run('a4')).rejects.toMatchObject(OVERLOADED);
    const reason = new Error('gone');
    client.abort(reason);
    await expect(left).rejects.toBe(reason);
    run('a5');
    await end('a1');
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a5']);
  });

  test('lets the next one start when it has kept that waiting', async () => {
    const { run, started } = setUp();
    const client = new AbortController();
    run('a1', { cost: 6 });
    run('b1', { cost: 6, signal: client.signal });
    run('c1', { cost: 4 });
    expect(started).toEqual(['a1']);
    client.abort();
    await turn();
    expect(started).toEqual(['a1', 'c1']);
  });

  test('has no effect on work that has started', async () => {
    const { run, end } = setUp();
    const client = new AbortController();
    const settled = run('a1', { signal: client.signal });
    client.abort();
    await end('a1');
    await expect(settled).resolves.toBe('a1');
  });
});

describe('the refusal of a request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

  /** A refused request of a caller who has other work. */
  const requestOf = (caller: string, arrivedAt = 0, deadline = FAR, signal = new AbortController().signal) => ({
    caller,
    arrivedAt: Date.now() + arrivedAt,
    deadline: Date.now() + deadline,
    signal,
  });
  type Refused = Parameters<ReturnType<typeof createAdmission>['holdRefusal']>[1];

  /** The milliseconds that the error of a request waits before it may be sent. */
  async function waitOf({ admission }: ReturnType<typeof setUp>, request: Refused, error: unknown = OVERLOADED_ERROR) {
    const startedAt = Date.now();
    const held = admission.holdRefusal(error, request).then(() => Date.now() - startedAt);
    vi.advanceTimersToNextTimer();
    return held;
  }

  const error = new ServiceError('UNAVAILABLE', 'The database is not responding.');
  test.each<[string, Partial<Work>, unknown, number]>([
    ['of overload', { cost: 10 }, OVERLOADED_ERROR, 2_500],
    ['of overload beside small work', { cost: 1 }, OVERLOADED_ERROR, 2_500],
    ['of overload elsewhere', { cost: 10 }, new ServiceError('UNAVAILABLE', '', { cause: OVERLOADED_ERROR }), 2_500],
    ['for another reason', { cost: 10 }, error, 0],
    ['of a rate limit', { cost: 10 }, new ServiceError('RATE_LIMITED', ''), 0],
  ])('%s', async (_, work, thrown, expected) => {
    const admitted = setUp();
    expect(await waitOf(admitted, requestOf('a'), thrown)).toBe(0);
    admitted.run('a1', work);
    admitted.run('a2', work);
    expect(await waitOf(admitted, requestOf('a'), thrown)).toBe(expected);
    expect(await waitOf(admitted, requestOf('b'), thrown)).toBe(0);
    await admitted.end('a1');
    expect(await waitOf(admitted, requestOf('a'), thrown)).toBe(expected);
    await admitted.end('a2');
    expect(await waitOf(admitted, requestOf('a'), thrown)).toBe(0);
  });

  test.each<[string, [arrivedAt: number, deadline?: number, signal?: AbortSignal], number]>([
    ['that has waited for its turn', [-2_000], 500],
    ['that has waited for longer', [-5_000], 0],
    ['whose time is nearly over', [0, 100], 100],
    ['whose client has disconnected', [0, FAR, AbortSignal.abort()], 0],
  ])('%s', async (_, request, expected) => {
    const admitted = setUp();
    admitted.run('a1');
    expect(await waitOf(admitted, requestOf('a', ...request))).toBe(expected);
  });

  test('waits where fewer than 4,000 do', async () => {
    // Looking for the next of so many fake timers takes seconds.
    vi.useRealTimers();
    const { admission, run } = setUp();
    run('a1');
    const controller = new AbortController();
    const hold = (signal?: AbortSignal) => admission.holdRefusal(OVERLOADED_ERROR, requestOf('a', 0, FAR, signal));
    const first = hold(controller.signal);
    const others = Array.from({ length: 3_999 }, () => hold());
    const { signal } = new AbortController();
    await hold(signal);
    controller.abort();
    await first;
    const next = hold(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    admission.drain();
    await Promise.all([next, ...others]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
