import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait; with more, nothing is read from it until they are fewer. */
const MAX_WAITING = 10;

/** Answers a request; `arrived` is when that was, in milliseconds since the epoch. Absent: now. */
export type Answer = (request: IncomingMessage, response: ServerResponse, arrived?: number) => void;

type Exchanged = Required<Parameters<Answer>>;

/**
 * Begins with a pipelined request when the one before it has been answered: it may be about what that one writes, and
 * answers that nobody takes yet would pile up. What waits is bounded: Node makes requests of all bytes that it reads at once,
 * at most 64 KiB, and then reads no more. What is left when the connection ends is forgotten. The
 * time in which a request waits counts as its own. See RFC 9112 section 9.3.2.
 */
export function answerInTurn(answer: Answer): RequestListener {
  const queues = new WeakMap<Socket, Exchanged[]>();

  function queueOf(socket: Socket): Exchanged[] {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Exchanged[] = [];
    queues.set(socket, queue);
    socket.once('close', () => (queue.length = 0));
    // Node resumes reading with every request that has come to its end.
    socket.on('resume', () => queue.length > MAX_WAITING && socket.pause());
    return queue;
  }

  function begin(socket: Socket, queue: Exchanged[]): void {
    const [first] = queue;
    // Where no answer can be sent any more, nothing may be done.
    if (!first || !socket.writable) return void (queue.length = 0);
    first[1].once('close', () => {
      const before = queue.length;
      queue.shift();
      if (before > MAX_WAITING && queue.length <= MAX_WAITING) socket.resume();
      begin(socket, queue);
    });
    answer(...first);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = queueOf(socket);
    queue.push([request, response, Date.now()]);
    if (queue.length === 1) begin(socket, queue);
    else if (queue.length > MAX_WAITING) socket.pause();
  };
}
