// Overload at /graphql: a server that executes one large operation at a time, and operations that do not end.
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdmission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { type ToyServer, startToyServer } from '../support/toyServer.ts';

const small = { budget: 1_000, turnCost: 1_000, queueCost: 1_000, queueLength: 100, maxWaitMs: 60_000 };
/** One operation runs, and two of a caller wait. */
const large = { budget: 1, turnCost: 1, queueCost: 4, queueLength: 4, maxWaitMs: 60_000 };

const client = new AbortController();
let server: ToyServer;
// What is refused waits by this clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  client.abort();
  await server.close();
});

/** Costs 102. */
const STUCK = '{ stuck list(first: 100) { hello } }';

async function send(query: string) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
    body: JSON.stringify({ query }),
    signal: client.signal,
  });
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), json: (await response.json()) as unknown };
}

test('an operation that does not fit is refused after a while in the format of GraphQL, and one that is small runs', async () => {
  const admission = createAdmission({ maxSmallCost: 100, small, large });
  server = await startToyServer({ admission });
  const isFull = () => admission.refuses({ cost: 101, caller: 'subject:ada' });
  for (let n = 0; n < 3; n++) send(STUCK).catch(() => {});
  while (!isFull()) await turn();
  const holdRefusal = vi.spyOn(admission, 'holdRefusal');
  const sendHeld = async (query: string) => {
    holdRefusal.mockClear();
    const response = send(query);
    while (holdRefusal.mock.calls.length === 0) await turn();
    const isSettled = vi.fn<() => void>();
    void holdRefusal.mock.results[0]!.value.then(isSettled);
    vi.advanceTimersByTime(2_499);
    await turn();
    expect(isSettled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    return response;
  };

  const refused = {
    status: 503,
    retryAfter: '1',
    json: {
      errors: [{ message: 'The service is overloaded; try again shortly.', extensions: { code: 'UNAVAILABLE' } }],
    },
  };
  // A document whose cost is known, and one that is validated first.
  expect(await sendHeld(STUCK)).toEqual(refused);
  expect(await sendHeld(`query Other ${STUCK}`)).toEqual(refused);
  expect(await send('{ hello(name: "you") }')).toEqual({
    status: 200,
    retryAfter: null,
    json: { data: { hello: 'Hello you' } },
  });
  expect(server.ran).toEqual(['stuck', 'hello']);
  expect(server.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});
