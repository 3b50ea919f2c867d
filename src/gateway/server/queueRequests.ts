import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
    const known = queues.get(socket);
    if (known) return known;
    const queue: QueuedRequest[] = [];
    queues.set(socket, queue);
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
