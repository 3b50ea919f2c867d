import { explainError } from './explainError.ts';

/** Milliseconds in which a repeated signal is the same key press: npm passes on what the terminal sends as well. */
const SAME_PRESS = 2_000;

/** Closes, and ends the process, at SIGINT or SIGTERM; a second signal does not wait for that. */
export function stopOnSignals(close: () => Promise<void>): void {
  let closing = false;
  let impatient = false;
  const stop = () => {
    if (impatient) process.exit(1);
    if (closing) return;
    closing = true;
    // Signals that came while the process was busy are handled after its timers, and before this immediate.
    setTimeout(() => setImmediate(() => (impatient = true)), SAME_PRESS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(explainError(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
