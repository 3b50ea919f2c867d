// When requests begin: those of a connection one after another, and those of all connections within the turns of the event loop.
// Deliberately no lanes: nothing here is refused, and every request passes, so that a promise would cost more than what it waits for.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { callerKey } from '../../guard/limits/callerKey.ts';
import type { TrustsPeer } from '../../http/clientOrigin.ts';
import { readPeer } from '../readRequest.ts';

/** Requests of one connection that may wait; with more, nothing is read from it. */
const MAX_QUEUED_REQUESTS = 10;

/** Responds to a request that arrived at `arrivedAt`, in milliseconds since the epoch. Absent: now. */
export type TimedListener = (request: IncomingMessage, response: ServerResponse, arrivedAt?: number) => void;

type QueuedRequest = Required<Parameters<TimedListener>>;

/**
 * Runs pipelined requests one after another: one may depend on what the one before it writes, and responses that the client
 * does not read would pile up. The queue is bounded: Node parses all bytes that it reads at once, at most 64 KiB, and is
 * paused then. Requests that are queued when the connection closes are dropped. The time in the queue counts as time of the
 * request. See RFC 9112, section 9.3.2.
 */
export function queueRequests(listener: TimedListener): RequestListener {
  const queues = new WeakMap<Socket, QueuedRequest[]>();

  function queueOf(socket: Socket): QueuedRequest[] {
    let queue = queues.get(socket);
    if (queue) return queue;
    queues.set(socket, (queue = []));
    socket.once('close', () => (queue.length = 0));
    // Node resumes reading after every request that has ended.
    socket.on('resume', () => queue.length > MAX_QUEUED_REQUESTS && socket.pause());
    return queue;
  }

  function runNext(socket: Socket, queue: QueuedRequest[]): void {
    const [first] = queue;
    // A request whose response cannot be sent must not run.
    if (!first || !socket.writable) return void (queue.length = 0);
    first[1].on('close', () => {
      const before = queue.length;
      queue.shift();
      if (before > MAX_QUEUED_REQUESTS && queue.length <= MAX_QUEUED_REQUESTS) socket.resume();
      runNext(socket, queue);
    });
    listener(...first);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = queueOf(socket);
    queue.push([request, response, Date.now()]);
    if (queue.length === 1) runNext(socket, queue);
    else if (queue.length > MAX_QUEUED_REQUESTS) socket.pause();
  };
}

/** Milliseconds in which requests begin before the event loop turns. A turn that began within them has as many again. */
const MAX_TURN_MS = 10;

const EVENT_LOOP = {
  /** Requests that begin in a turn however long they take: reads that begin together share statements and upstream requests. */
  minRequests: 32,
  now: () => performance.now(),
  /** A number that changes with each turn. */
  turn: () => performance.nodeTiming.uvMetricsInfo.loopCount,
  /** Calls a function in the next turn, after the events of the sockets. */
  nextTurn: (run: () => void) => void setImmediate(run),
};

/**
 * Bounds the time in which requests begin in one turn of the event loop, refusals above all: these end in the turn in which they
 * begin, and Node accepts one connection in a turn. The requests that arrive in a turn whose time is over begin in the next
 * ones. Addresses take turns, and the credentials of each, which are not verified yet: the only request of a caller does not wait for
 * those of 2,000 connections of another. At most one request of a connection waits here (see `queueRequests`). One whose client has disconnected does not begin.
 */
export function boundTurns(
  listener: TimedListener,
  trustsPeer?: TrustsPeer,
  { minRequests, now, turn, nextTurn } = EVENT_LOOP,
): TimedListener {
  /** The waiting requests by address, and of each by credentials, in the order of their turns. */
  const waiting = new Map<string, Map<string, Parameters<TimedListener>[]>>();
  let isScheduled = false;
  let startedAt = -Infinity;
  let startedTurn = -1;
  let begun = 0;

  /** The number of the turn, which takes longer to read than the time, is read only when the time is over. */
  function hasTime(): boolean {
    const time = now();
    if (begun++ < minRequests || time - startedAt < MAX_TURN_MS) return true;
    const current = turn();
    if (current === startedTurn) return false;
    startedTurn = current;
    startedAt = time;
    begun = 1;
    return true;
  }

  function takeNext(): Parameters<TimedListener> | undefined {
    const [next] = waiting;
    if (!next) return undefined;
    const [address, byCredentials] = next;
    const [first] = byCredentials;
    const [credentials, requests] = first!;
    const taken = requests.shift();
    byCredentials.delete(credentials);
    if (requests.length > 0) byCredentials.set(credentials, requests);
    waiting.delete(address);
    if (byCredentials.size > 0) waiting.set(address, byCredentials);
    return taken;
  }

  function beginNext(): void {
    if (!hasTime()) return nextTurn(beginNext);
    let next = takeNext();
    while (next && !next[0].socket.writable) next = takeNext();
    isScheduled = next !== undefined;
    if (!next) return;
    listener(...next);
    // What a request does at once, in microtasks, ends before the time is looked at again.
    queueMicrotask(() => process.nextTick(beginNext));
  }

  return (request, response, arrivedAt = Date.now()) => {
    if (!isScheduled && hasTime()) return listener(request, response, arrivedAt);
    const { headers } = request;
    const address = callerKey(null, { headers, peer: readPeer(request) }, trustsPeer);
    const byCredentials = waiting.get(address) ?? new Map<string, Parameters<TimedListener>[]>();
    const credentials = headers.authorization ?? '';
    const requests = byCredentials.get(credentials) ?? [];
    requests.push([request, response, arrivedAt]);
    waiting.set(address, byCredentials.set(credentials, requests));
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(beginNext);
  };
}
