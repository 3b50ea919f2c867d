import { explainError } from './explainError.ts';

/** Milliseconds in which a repeated signal is the same key press: npm passes on what the terminal sends as well. */
const SAME_PRESS = 2_000;

/** Closes, and ends the process, at SIGINT or SIGTERM; a second signal does not wait for that. */
export function stopOnSignals(close: () => Promise<void>): void {
  const stop = stopOnce(close);
  let impatient = false;
  const onSignal = () => {
    if (impatient) process.exit(1);
    // Signals that came while the process was busy are handled after its timers, and before this immediate.
    setTimeout(() => setImmediate(() => (impatient = true)), SAME_PRESS).unref();
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** What closes, and ends the process, the first time it is called. */
export function stopOnce(close: () => Promise<void>): () => void {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(explainError(error));
        process.exit(1);
      },
    );
  };
}
