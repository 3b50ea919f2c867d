/** One thing that has to work. */
export interface Check {
  /** What is checked, in a word or two. */
  name: string;
  /** Changes nothing. Resolves with what is found; rejects with what is wrong and how to fix it, a Warning where a start would work. */
  run(): Promise<string>;
}

/** What works, and should be different. */
export class Warning extends Error {}

export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** Sentences, in one line or several. */
  message: string;
}

export async function runCheck({ name: check, run }: Check): Promise<Finding> {
  try {
    return { check, status: 'ok', message: await run() };
  } catch (error) {
    return { check, status: error instanceof Warning ? 'warning' : 'failed', message: (error as Error).message };
  }
}

/** By which clocks may differ; tokens are refused beyond it. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Compares the clock of this machine with one that was read now. `precisionMs`: by how much that reading can be off. */
export function compareClocks(owner: string, time: Date, precisionMs = 0): string {
  const difference = Date.now() - time.getTime();
  if (Math.abs(difference) <= CLOCK_TOLERANCE_MS + precisionMs) return `This clock agrees with that of ${owner}.`;
  const direction = difference > 0 ? 'ahead of' : 'behind';
  throw new Error(
    `This clock is ${Math.round(Math.abs(difference) / 1000)} seconds ${direction} that of ${owner}: tokens are refused. Synchronize both by NTP.`,
  );
}
