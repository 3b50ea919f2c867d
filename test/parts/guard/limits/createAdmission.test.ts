import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { OVERLOADED as OVERLOADED_ERROR } from '../../../../src/gateway/base/errors/knownErrors.ts';
import type { Work } from '../../../../src/gateway/guard/limits/createAdmission.ts';
import { type AdmissionLimits, createAdmission } from '../../../../src/gateway/guard/limits/createAdmission.ts';

/** A budget of 10 and a queue of 40 or twelve requests, for small and for large work. */
const LIMITS: AdmissionLimits = {
  maxSmallCost: 2,
  small: { budget: 10, turnCost: 100, queueCost: 40, queueLength: 12, maxWaitMs: 5_000 },
  large: { budget: 10, turnCost: 100, queueCost: 40, queueLength: 12, maxWaitMs: 5_000 },
};

const FAR = 30_000;

/** An admission, and the names of the work in the order in which it started. */
function setUp(limits: AdmissionLimits = LIMITS) {
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

const OVERLOADED = {
  code: 'UNAVAILABLE',
  status: 503,
  message: 'The service is overloaded; try again shortly.',
  headers: { 'retry-after': '1' },
};

afterEach(() => {
  vi.useRealTimers();
});

describe('the budget', () => {
  test('starts what fits at once, and passes on the result', async () => {
    const { run, started, end } = setUp();
    const settled = run('a1', { cost: 4 });
    run('b1', { cost: 6 });
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    await expect(settled).resolves.toBe('a1');
  });

  test('lets the rest wait, each caller in the order of arrival', async () => {
    const { run, started, end } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name);
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

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

  test('runs work that is larger than the budget alone', async () => {
    const { run, started, end } = setUp();
    run('a1', { cost: 3 });
    run('b1', { cost: 1_000 });
    run('c1', { cost: 3 });
    await end('a1');
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  test('of small work is its own', async () => {
    const { run, started } = setUp();
    run('a1', { cost: 10 });
    run('a2', { cost: 10 });
    run('b1', { cost: 2 });
    expect(started).toEqual(['a1', 'b1']);
  });

  test('is not overdrawn by a caller whose work waits while less would fit', async () => {
    const { run, started, end } = setUp();
    run('a1', { cost: 6 });
    run('a2', { cost: 6 });
    // It would fit, but a2 came first: a stream of cheaper work must not keep it waiting.
    run('b1', { cost: 4 });
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
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
  test('a caller gets its turn before the rest of a flood that came first', async () => {
    const { run, started, end } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name);
    run('b1');
    await end('a1');
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('go by cost: a caller with cheap work starts as much of it as another one of expensive work', async () => {
    const { run, started, end } = setUp({ ...LIMITS, large: { ...LIMITS.large, queueCost: 100 } });
    for (const name of ['a1', 'a2', 'a3']) run(name);
    for (const name of ['b1', 'b2', 'b3', 'b4', 'b5']) run(name, { cost: 3 });
    await end('a1');
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
    for (const name of ['b1', 'b2', 'b3']) await end(name);
    await end('a3');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'b3', 'a3', 'b4', 'b5']);
  });

  test('a caller that comes back waits behind those that are waiting', async () => {
    const { run, started, end } = setUp();
    run('a1');
    run('b1');
    run('c1');
    await end('a1');
    run('b2');
    await end('b1');
    await end('c1');
    expect(started).toEqual(['a1', 'b1', 'c1', 'b2']);
  });
});

describe('a turn of the event loop', () => {
  const IN_TURNS = { ...LIMITS, large: { ...LIMITS.large, budget: 100, turnCost: 10, queueCost: 1_000 } };

  test('starts only so much work, although more would fit', async () => {
    const { run, started } = setUp(IN_TURNS);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) run(name, { cost: 4 });
    expect(started).toEqual(['a1', 'a2']);
    await turn();
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
    await turn();
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  test('starts one piece of work that is larger', async () => {
    const { run, started } = setUp(IN_TURNS);
    run('a1', { cost: 40 });
    run('a2', { cost: 40 });
    expect(started).toEqual(['a1']);
    await turn();
    expect(started).toEqual(['a1', 'a2']);
  });

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
  test('refuses what exceeds its share of the cost at once', async () => {
    const { run, started } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name);
    await expect(run('a4')).rejects.toMatchObject(OVERLOADED);
    expect(started).toEqual(['a1']);
  });

  test('refuses what exceeds its share of the length at once', async () => {
    const { run } = setUp({ ...LIMITS, large: { ...LIMITS.large, queueCost: 1_000, queueLength: 4 } });
    for (const name of ['a1', 'a2', 'a3']) run(name);
    await expect(run('a4')).rejects.toMatchObject(OVERLOADED);
  });

  test('has room for another caller when one has filled its share', async () => {
    const { run, started, end } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name);
    run('b1');
    await expect(run('b2')).rejects.toMatchObject(OVERLOADED);
    await end('a1');
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('leaves room again when work has started', async () => {
    const { run, started, end } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name);
    await expect(run('a4')).rejects.toMatchObject(OVERLOADED);
    await end('a1');
    run('a5');
    await end('a2');
    await end('a3');
    expect(started).toEqual(['a1', 'a2', 'a3', 'a5']);
  });

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
    const lane = { budget: 1, turnCost: 1, queueCost: 1_000, queueLength: 1_000, maxWaitMs: 5_000 };
    const { run, started } = setUp({ ...LIMITS, small: lane });
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
  /** Two run, and eight wait. */
  const WITH_WRITES: AdmissionLimits = {
    ...LIMITS,
    writes: { running: 2, waiting: 8, shared: new Set(['createUser', 'createTeam']) },
  };
  const ORDER = { cost: 1, write: { fields: ['createOrder'], isTransaction: false } };
  const USER = { cost: 1, write: { fields: ['createUser'], isTransaction: false } };

  test('run and wait up to bounds of their own, of which one caller fills half', async () => {
    const { admission, run, started } = setUp(WITH_WRITES);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) run(name, ORDER);
    expect(started).toEqual(['a1', 'a2']);
    expect(admission.refuses({ ...ORDER, caller: 'a' })).toBe(true);
    await expect(run('a7', ORDER)).rejects.toMatchObject(OVERLOADED);
    // Of the four that are left another caller has half, and a third one half of the rest.
    for (const name of ['b1', 'b2', 'c1']) run(name, ORDER);
    await expect(run('b3', ORDER)).rejects.toMatchObject(OVERLOADED);
    await expect(run('c2', ORDER)).rejects.toMatchObject(OVERLOADED);
    // Reads are not concerned.
    run('a8', { cost: 1 });
    expect(started).toEqual(['a1', 'a2', 'a8']);
  });

  test('take turns, one of each caller', async () => {
    const { run, started, end } = setUp(WITH_WRITES);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2']) run(name, ORDER);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
  });

  test('that share a statement count as a sixteenth', async () => {
    const { run, started } = setUp(WITH_WRITES);
    const creates = Array.from({ length: 16 }, (_, index) => `a${index}`);
    for (const name of creates) run(name, USER);
    run('b1', ORDER);
    expect(started).toEqual([...creates, 'b1']);
    run('c1', USER);
    expect(started).toHaveLength(17);
  });

  test.each([
    ['in a transaction of their own', { fields: ['createUser'], isTransaction: true }],
    ['with another mutation', { fields: ['createUser', 'createOrder'], isTransaction: false }],
  ])('share none %s', async (_, write) => {
    const { run, started } = setUp(WITH_WRITES);
    for (const name of ['a1', 'a2', 'a3']) run(name, { cost: 1, write });
    expect(started).toEqual(['a1', 'a2']);
  });

  test('of a large result take its budget, too, and give back both', async () => {
    const { admission, run, started, end } = setUp(WITH_WRITES);
    run('a1', { ...ORDER, cost: 10 });
    await turn();
    run('b1', { cost: 10 });
    run('c1', ORDER);
    run('c2', ORDER);
    await turn();
    expect(started).toEqual(['a1', 'c1']);
    await end('a1');
    expect(new Set(started)).toEqual(new Set(['a1', 'c1', 'b1', 'c2']));
    for (const name of ['a2', 'a3', 'a4', 'a5']) run(name, ORDER);
    expect(admission.refuses({ ...ORDER, cost: 10, caller: 'a' })).toBe(true);
  });

  test('of a large result keep no large read waiting while they wait for a write', async () => {
    const { run, started, end } = setUp(WITH_WRITES);
    for (const name of ['a1', 'a2']) run(name, ORDER);
    run('b1', { ...ORDER, cost: 10 });
    await turn();
    run('c1', { cost: 10 });
    await turn();
    expect(started).toEqual(['a1', 'a2', 'c1']);
    // Neither does the write that waits for the large read keep another write waiting.
    await end('a1');
    await turn();
    run('d1', ORDER);
    await turn();
    expect(started).toEqual(['a1', 'a2', 'c1', 'd1']);
    for (const name of ['c1', 'd1']) await end(name);
    await turn();
    await turn();
    expect(started).toContain('b1');
  });

  test('that share a statement count each of their fields', async () => {
    const { run, started } = setUp(WITH_WRITES);
    const sixteen = { cost: 1, write: { fields: Array<string>(16).fill('createUser'), isTransaction: false } };
    for (const name of ['a1', 'a2', 'a3']) run(name, sixteen);
    expect(started).toEqual(['a1', 'a2']);
  });

  test('of a large result that are refused give back its budget', async () => {
    const { run, started } = setUp(WITH_WRITES);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) run(name, ORDER);
    await expect(run('a7', { ...ORDER, cost: 10 })).rejects.toMatchObject(OVERLOADED);
    run('b1', { cost: 10 });
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('have the bounds of reads where no database is known', async () => {
    const { run, started } = setUp();
    for (const name of ['a1', 'a2', 'a3']) run(name, ORDER);
    expect(started).toEqual(['a1', 'a2', 'a3']);
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

test('errors are those that clients see', async () => {
  const { run } = setUp();
  for (const name of ['a1', 'a2', 'a3']) run(name);
  await expect(run('a4')).rejects.toBeInstanceOf(ServiceError);
});

describe('the refusal of a request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

  /** Whether the error of a request of this caller waits before it may be sent. */
  async function waits({ admission }: ReturnType<typeof setUp>, caller: string, error: unknown): Promise<boolean> {
    const request = { arrivedAt: Date.now(), deadline: Date.now() + FAR, signal: new AbortController().signal };
    const held = admission.holdRefusal(error, { caller, ...request });
    const doesWait = vi.getTimerCount() > 0;
    vi.advanceTimersByTime(2_500);
    await held;
    return doesWait;
  }

  const error = new ServiceError('UNAVAILABLE', 'The database is not responding.');
  test.each<[string, Partial<Work>, unknown, boolean]>([
    ['of overload', { cost: 10 }, OVERLOADED_ERROR, true],
    ['of overload beside small work', { cost: 1 }, OVERLOADED_ERROR, true],
    ['of overload elsewhere', { cost: 10 }, new ServiceError('UNAVAILABLE', '', { cause: OVERLOADED_ERROR }), true],
    ['for another reason', { cost: 10 }, error, false],
    ['of a rate limit', { cost: 10 }, new ServiceError('RATE_LIMITED', ''), false],
  ])('%s', async (_, work, thrown, expected) => {
    const admitted = setUp();
    expect(await waits(admitted, 'a', thrown)).toBe(false);
    admitted.run('a1', work);
    admitted.run('a2', work);
    expect(await waits(admitted, 'a', thrown)).toBe(expected);
    expect(await waits(admitted, 'b', thrown)).toBe(false);
    await admitted.end('a1');
    expect(await waits(admitted, 'a', thrown)).toBe(expected);
    await admitted.end('a2');
    expect(await waits(admitted, 'a', thrown)).toBe(false);
  });
});
