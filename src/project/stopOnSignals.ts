import { explainError } from './UsageError.ts';

/** A signal that is repeated within this time is the same key press: npm forwards the signals that the terminal sends too. */
const SAME_PRESS_MS = 2_000;

/** The phase before closing, in which a process serves but is not ready. */
export interface Drain {
  seconds: number;
  begin(): void;
}

const NO_DRAIN: Drain = { seconds: 0, begin: () => {} };

/** The signals that end a process, and whether it drains first. */
export const STOP_SIGNALS = { SIGTERM: 'drain', SIGHUP: 'drain', SIGINT: 'stop' } as const;

/**
 * Closes and ends the process: after SIGINT at once, after SIGTERM or SIGHUP when it has drained. A second signal, or SIGINT,
 * ends the drain; one more exits with code 1 without waiting for `close`.
 */
export function stopOnSignals(close: () => Promise<void>, drain = NO_DRAIN): void {
  const stop = stopOnce(close);
  let draining: NodeJS.Timeout | undefined;
  let begun = false;
  let pressed = false;

  /** Signals that follow at once are the same key press. */
  function press(): void {
    pressed = true;
    // Signals that arrive while the process is busy are handled after its timers, and before this immediate.
    setTimeout(() => setImmediate(() => (pressed = false)), SAME_PRESS_MS).unref();
  }

  function endDrain(): void {
    clearTimeout(draining);
    draining = undefined;
    stop();
  }

  function onSignal(action: 'drain' | 'stop'): void {
    // A forwarded signal is the same signal, so SIGINT during a drain is a new one.
    if (pressed && !(draining && action === 'stop')) return;
    press();
    if (draining) return endDrain();
    if (begun) return void process.exit(1);
    begun = true;
    if (action === 'stop' || drain.seconds === 0) return endDrain();
    drain.begin();
    draining = setTimeout(endDrain, drain.seconds * 1_000);
  }

  for (const [signal, action] of Object.entries(STOP_SIGNALS)) process.on(signal, () => onSignal(action));
}

/** A function that closes and ends the process the first time it is called. */
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
