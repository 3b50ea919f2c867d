// Which requests begin in which turn of an event loop whose time the test decides.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { type TimedListener, boundTurns } from '../../../../src/gateway/serve/ports/queueRequests.ts';

/** An event loop whose time passes, and which turns, when the test says so. */
let now: number;
let turn: number;
let next: (() => void)[];
/** The requests that have begun, in their order; each takes 4 ms. */
let begun: string[];
let listener: TimedListener;

interface Sent {
  address?: string;
  authorization?: string;
  forwardedFor?: string;
  writable?: boolean;
}

/** Lets a request arrive, and gives its connection. */
async function arrive(url: string, { address = '10.0.0.1', authorization, forwardedFor, writable = true }: Sent = {}) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress: address, writable });
  const headers = {
    ...(authorization && { authorization }),
    ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
  };
  listener({ url, headers, socket } as unknown as IncomingMessage, {} as ServerResponse, 500);
  await settle();
  return socket;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Ends the turn, and runs the next one; gives what began in it. */
async function turnOver(): Promise<string[]> {
  turn++;
  const before = begun.length;
  for (const run of next.splice(0)) run();
  await settle();
  return begun.slice(before);
}

describe('boundTurns', () => {
  beforeEach(() => {
    [now, turn, next, begun] = [1_000, 1, [], []];
    const takeTime: TimedListener = ({ url }) => {
      begun.push(url!);
      // What a request does in its turn is mostly after promises.
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => (now += 4));
    };
    const trusted = (address: string) => address === '10.0.0.9';
    listener = boundTurns(takeTime, trusted, {
      minRequests: 0,
      now: () => now,
      turn: () => turn,
      nextTurn: (run) => void next.push(run),
    });
  });

  describe('a turn with time left', () => {
    it('begins with each request at once', async () => {
      for (const url of ['/1', '/2', '/3']) await arrive(url);
      expect({ begun, next }).toEqual({ begun: ['/1', '/2', '/3'], next: [] });
    });

    it('may begin in the time of the one before, and has as much again', async () => {
      await arrive('/1');
      turn++;
      for (const url of ['/2', '/3', '/4', '/5', '/6', '/7']) await arrive(url);
      expect(begun).toEqual(['/1', '/2', '/3', '/4', '/5', '/6']);
      expect(await turnOver()).toEqual(['/7']);
    });
  });

  describe('the first requests of a turn', () => {
    it('begin together, however long they take', async () => {
      const together: (string | undefined)[] = [];
      const bounded = boundTurns(({ url }) => void together.push(url), undefined, {
        minRequests: 3,
        now: () => (now += 20),
        turn: () => turn,
        nextTurn: (run) => void next.push(run),
      });
      const socket = { remoteAddress: '::1', writable: true };
      // The first three belong to no turn yet.
      for (let n = 1; n <= 7; n++) {
        bounded({ url: `/${n}`, headers: {}, socket } as unknown as IncomingMessage, {} as ServerResponse);
      }
      expect(together).toEqual(['/1', '/2', '/3', '/4', '/5', '/6']);
    });
  });

  describe('a turn whose time is over', () => {
    it('leaves what arrives to the next turns, as much to each as it has time for', async () => {
      for (let n = 1; n <= 8; n++) await arrive(`/${n}`);
      expect(begun).toEqual(['/1', '/2', '/3']);
      expect(await turnOver()).toEqual(['/4', '/5', '/6']);
      expect(await turnOver()).toEqual(['/7', '/8']);
      expect(next).toEqual([]);
    });

    it('waits for the turn, where what it scheduled runs in the same one', async () => {
      for (let n = 1; n <= 4; n++) await arrive(`/${n}`);
      turn--;
      expect(await turnOver()).toEqual([]);
      expect(await turnOver()).toEqual(['/4']);
    });

    it('lets what arrives later wait behind what waits', async () => {
      for (let n = 1; n <= 4; n++) await arrive(`/${n}`);
      turn++;
      now += 100;
      await arrive('/late');
      turn--;
      expect(begun).toEqual(['/1', '/2', '/3']);
      expect(await turnOver()).toEqual(['/4', '/late']);
      await arrive('/afterwards');
      expect(begun.at(-1)).toBe('/afterwards');
    });

    it.each<[string, Sent, Sent]>([
      ['addresses', { address: '10.0.0.1' }, { address: '10.0.0.2' }],
      ['credentials', { authorization: 'Bearer a' }, { authorization: 'Bearer b' }],
      [
        'clients of a trusted proxy',
        { address: '10.0.0.9', forwardedFor: '192.0.2.1' },
        { address: '10.0.0.9', forwardedFor: '192.0.2.2' },
      ],
      ['networks of IPv6', { address: '2001:db8::1' }, { address: '2001:db8:0:1::1' }],
    ])('takes turns between %s', async (_, flood, other) => {
      for (let n = 1; n <= 7; n++) await arrive(`/${n}`, flood);
      await arrive('/other', other);
      expect(begun).toEqual(['/1', '/2', '/3']);
      expect(await turnOver()).toEqual(['/4', '/other', '/5']);
      expect(await turnOver()).toEqual(['/6', '/7']);
    });

    it('has one turn for an IPv6 network, of which a client can choose the rest', async () => {
      for (let n = 1; n <= 5; n++) await arrive(`/${n}`, { address: `2001:db8::${n}` });
      await arrive('/other', { address: '10.0.0.2' });
      expect(await turnOver()).toEqual(['/4', '/other', '/5']);
    });

    it('has one turn for an address, whatever its credentials are: nobody has verified them', async () => {
      for (let n = 1; n <= 6; n++) await arrive(`/${n}`, { authorization: `Bearer ${n}` });
      await arrive('/other', { address: '10.0.0.2' });
      expect(await turnOver()).toEqual(['/4', '/other', '/5']);
      expect(await turnOver()).toEqual(['/6']);
    });

    it('keeps the time of arrival, which the deadline counts from', async () => {
      const arrivals: (number | undefined)[] = [];
      const timed = boundTurns((_, __, arrivedAt) => void arrivals.push(arrivedAt), undefined, {
        minRequests: 0,
        now: () => (now += 20),
        turn: () => turn,
        nextTurn: (run) => void next.push(run),
      });
      const incoming = { headers: {}, socket: { remoteAddress: '::1', writable: true } } as unknown as IncomingMessage;
      for (const arrivedAt of [1, 2]) timed(incoming, {} as ServerResponse, arrivedAt);
      expect(arrivals).toEqual([1]);
      await turnOver();
      expect(arrivals).toEqual([1, 2]);
    });

    it('does not begin with the request of a client that has disconnected', async () => {
      for (let n = 1; n <= 3; n++) await arrive(`/${n}`);
      const gone = await arrive('/gone');
      await arrive('/4');
      gone.writable = false;
      expect(await turnOver()).toEqual(['/4']);
      await arrive('/5');
      expect(begun).toEqual(['/1', '/2', '/3', '/4', '/5']);
    });
  });
});
