// The check that CI runs: the contracts in the repository are those of the service, are committed, and break nothing that
// was ever published. Refuses to pass where git cannot tell what was published.
import { CONTRACTS } from './compileContracts.ts';
import { explainBreaks } from './explainBreaks.ts';
import { findBreaks } from './findBreaks.ts';
import { findStale } from './findStale.ts';
import { git } from './git.ts';
import { CorrectionError, readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';

/** Everything that is wrong with the contracts, in paragraphs for people; none if all is well. */
export async function checkContracts(root: string, compiled: ReadonlyMap<string, string>): Promise<string[]> {
  const stale = findStale(root, compiled);
  const uncommitted = [...compiled].filter(([file, text]) => !stale.includes(file) && committed(root, file) !== text);
  return [
    ...stale.map((file) => `${file} is stale. Run \`npm run contracts\`, and commit what it writes.`),
    ...uncommitted.map(([file]) => `${file} is not committed as it is. Commit it.`),
    ...(await checkHistory(root, compiled)),
  ];
}

/** What the contracts break of what was ever committed, or why that cannot be known. */
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
