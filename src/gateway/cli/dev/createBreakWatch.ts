import type { ContractBreaks } from './findBreaksInProcess.ts';

/** Time without a reload before the contracts are compared: it takes longer than a reload, and a person is typing. */
const SETTLE_MS = 200;

export interface BreakWatchOptions {
  /** The contracts of what is served now, by their paths. */
  compile(): ReadonlyMap<string, string>;
  /** Compares contracts with those that are published, until the signal is aborted. */
  find(compiled: ReadonlyMap<string, string>, signal: AbortSignal): Promise<ContractBreaks>;
  onFound(found: ContractBreaks): void;
}

/** Compares the contracts after reloads. */
export interface BreakWatch {
  /** Compares what is served now; a comparison that is running, or has not begun, is dropped. */
  check(): void;
  close(): void;
}

/** Creates the watch; it reports only what is true of the last reload. */
export function createBreakWatch({ compile, find, onFound }: BreakWatchOptions): BreakWatch {
  let running = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function compare({ signal }: AbortController): Promise<void> {
    let found: ContractBreaks;
    try {
      found = await find(compile(), signal);
    } catch (error) {
      found = { breaks: [], errors: [(error as Error).message] };
    }
    if (!signal.aborted) onFound(found);
  }

  function close(): void {
    clearTimeout(timer);
    running.abort();
  }

  return {
    check: () => {
      close();
      running = new AbortController();
      timer = setTimeout(() => void compare(running), SETTLE_MS);
    },
    close,
  };
}
