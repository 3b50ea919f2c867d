import type { Break, Revision } from './Break.ts';
import { CONTRACTS } from './contractFiles.ts';
import { findBreaks } from './findBreaks.ts';
import { CorrectionError, readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';

export interface HistoryOptions {
  /** What to compare with, instead of every committed revision. */
  baseline?: readonly Revision[];
  /** A date such as 2027-07-31. */
  today?: string;
}

/** The breaking changes since every committed revision, or since the baseline; or the reasons why they cannot be found. */
export async function checkHistory(
  root: string,
  compiled: ReadonlyMap<string, string>,
  { baseline, today = new Date().toISOString().slice(0, 10) }: HistoryOptions = {},
): Promise<{ breaks: Break[]; errors: string[] }> {
  try {
    const revisions = baseline ?? readHistory(root, CONTRACTS);
    return { breaks: await findBreaks(compiled, revisions, readCorrections(root), today), errors: [] };
  } catch (error) {
    if (error instanceof HistoryError || error instanceof CorrectionError) {
      return { breaks: [], errors: [error.message] };
    }
    throw error;
  }
}
