import { explainError } from './explainError.ts';

/** Milliseconds in which a repeated signal is the same key press: npm passes on what the terminal sends as well. */
const SAME_PRESS_MS = 2_000;

/** How a process goes on before it closes. */
export interface Drain {
  seconds: number;
  /** Tells everybody to go elsewhere. */
  begin(): void;
}

const NO_DRAIN: Drain = { seconds: 0, begin: () => {} };

/** What the signals that end a process ask for: `drain` waits for those who go elsewhere. */
export const STOP_SIGNALS = { SIGTERM: 'drain', SIGHUP: 'drain', SIGINT: 'stop' } as const;

/**
 * Closes, and ends the process: at SIGINT, or at SIGTERM or SIGHUP, when that has drained. A second signal, or SIGINT, ends
 * the wait for that; one more does not wait for what is closing either.
 */
export function stopOnSignals(close: () => Promise<void>, drain = NO_DRAIN): void {
  const stop = stopOnce(close);
  let draining: NodeJS.Timeout | undefined;
  let begun = false;
  let pressed = false;

  /** Takes what follows at once for the same key press. */
  function press(): void {
    pressed = true;
    // Signals that came while the process was busy are handled after its timers, and before this immediate.
    setTimeout(() => setImmediate(() => (pressed = false)), SAME_PRESS_MS).unref();
  }

  function endDrain(): void {
    clearTimeout(draining);
    draining = undefined;
    stop();
  }

  function onSignal(wish: 'drain' | 'stop'): void {
    // Nothing passes on one signal as another.
    if (pressed && !(draining && wish === 'stop')) return;
    press();
    if (draining) return endDrain();
    if (begun) return void process.exit(1);
    begun = true;
    if (wish === 'stop' || drain.seconds === 0) return endDrain();
    drain.begin();
    draining = setTimeout(endDrain, drain.seconds * 1_000);
  }

  for (const [signal, wish] of Object.entries(STOP_SIGNALS)) process.on(signal, () => onSignal(wish));
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
