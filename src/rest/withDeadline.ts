import { ServiceError } from '../errors/ServiceError.ts';

/** Milliseconds after which an execution is given up. */
export const DEADLINE = 30_000;

/**
 * Runs something that is given up with TIMEOUT when the time is over. What it runs may go on unobserved; the signal tells
 * it of that, and of a client that has gone, which gives nothing up by itself.
 */
export async function withDeadline<Value>(
  client: AbortSignal,
  milliseconds: number,
  run: (signal: AbortSignal, deadline: number) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let giveUp!: () => void;
  const over = new Promise<never>((_, reject) => {
    giveUp = () => {
      controller.abort();
      reject(new ServiceError('TIMEOUT', 'This took too long and was given up; try again later.'));
    };
  });
  const timer = setTimeout(giveUp, milliseconds);
  const leave = () => controller.abort();
  client.addEventListener('abort', leave, { once: true });
  if (client.aborted) leave();
  try {
    return await Promise.race([run(controller.signal, Date.now() + milliseconds), over]);
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', leave);
  }
}
