// The check that CI runs: the contracts in the repository are current, are committed, and compatible with every published
// revision. Fails where git does not have all of those.
import { CONTRACTS } from './compileContracts.ts';
import { explainBreaks } from './explainBreaks.ts';
import { findBreaks } from './findBreaks.ts';
import { findStale } from './findStale.ts';
import { git } from './git.ts';
import { CorrectionError, readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';

/** All problems of the contracts, in paragraphs for people. */
export async function checkContracts(root: string, compiled: ReadonlyMap<string, string>): Promise<string[]> {
  const stale = findStale(root, compiled);
  const uncommitted = [...compiled].filter(([file, text]) => !stale.includes(file) && committed(root, file) !== text);
  return [
    ...stale.map((file) => `${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`),
    ...uncommitted.map(([file]) => `${file} has uncommitted changes. Commit them.`),
    ...(await checkHistory(root, compiled)),
  ];
}

/** The breaking changes since every committed revision, or the reason why they cannot be found. */
export async function checkHistory(
  root: string,
  compiled: ReadonlyMap<string, string>,
  today = new Date().toISOString().slice(0, 10),
): Promise<string[]> {
  try {
    const breaks = await findBreaks(compiled, readHistory(root, CONTRACTS), readCorrections(root), today);
    return explainBreaks(breaks, compiled);
  } catch (error) {
    if (error instanceof HistoryError || error instanceof CorrectionError) return [error.message];
    throw error;
  }
}

function committed(root: string, file: string): string | undefined {
  try {
    return git(root, ['show', `HEAD:./${file}`]).toString();
  } catch {
    return undefined;
  }
}
