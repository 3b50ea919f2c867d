/**
 * The size of a semi-space of the young generation in MB. V8's default of 16 makes a busy worker collect garbage four times as
 * often, and copy more of what is still in use each time; see bench/README.md.
 */
const SEMI_SPACE_MB = 64;

/** V8 takes underscores for hyphens. */
const OPTION = /--max[-_]semi[-_]space[-_]size\b/;

/**
 * The options of Node for a worker: those of this process, and a larger young generation unless they or NODE_OPTIONS set one.
 * V8 reads it only when a process starts.
 */
export function workerArguments(execArgv: readonly string[], nodeOptions = ''): string[] {
  if ([...execArgv, nodeOptions].some((option) => OPTION.test(option))) return [...execArgv];
  return [...execArgv, `--max-semi-space-size=${SEMI_SPACE_MB}`];
}
