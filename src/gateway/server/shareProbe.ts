/**
 * A check that runs once at a time: calls during a check share its result, so that probes, which need no credentials, cannot
 * multiply it.
 */
export function shareProbe(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= check().finally(() => (running = undefined)));
}
