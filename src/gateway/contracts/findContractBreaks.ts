import type { Break } from './Break.ts';
import { CONTRACTS } from './contractFiles.ts';
import { findBreaks } from './findBreaks.ts';
import { readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';

/**
 * The breaking changes of compiled contracts since every committed revision; none where nothing was published, or where git
 * does not have the history. Throws a CorrectionError.
 */
export async function findContractBreaks(root: string, compiled: ReadonlyMap<string, string>): Promise<Break[]> {
  try {
    const today = new Date().toISOString().slice(0, 10);
    return await findBreaks(compiled, readHistory(root, CONTRACTS), readCorrections(root), today);
  } catch (error) {
    if (error instanceof HistoryError) return [];
    throw error;
  }
}
