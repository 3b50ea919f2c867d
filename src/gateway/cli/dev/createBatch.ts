/** Files that change without end are not waited for. */
const MAX_WAIT_MS = 2_000;

/** Values by key that are passed on together. */
export interface Batch<Value> {
  add(key: string, value: Value): void;
  /** Forgets what was not passed on. */
  clear(): void;
}

/** Creates a batch that is passed on when nothing was added for as long as the number of its values demands. */
export function createBatch<Value>(
  quietMs: (size: number) => number,
  pass: (values: ReadonlyMap<string, Value>) => void,
): Batch<Value> {
  let values = new Map<string, Value>();
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;

  function clear(): void {
    clearTimeout(timer);
    values = new Map();
  }

  return {
    add: (key, value) => {
      const now = performance.now();
      if (values.size === 0) startedAt = now;
      values.set(key, value);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          const passed = values;
          clear();
          pass(passed);
        },
        Math.max(0, Math.min(quietMs(values.size), startedAt + MAX_WAIT_MS - now)),
      );
    },
    clear,
  };
}
