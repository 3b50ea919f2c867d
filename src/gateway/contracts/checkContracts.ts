// The check that CI runs: the contracts in the repository are current, are committed, and compatible with every published
// revision.
import type { Break, Revision } from './Break.ts';
import { CONTRACTS } from './contractFiles.ts';
import { findBreaks } from './findBreaks.ts';
import { tryGit } from './git.ts';
import { CorrectionError, readCorrections } from './readCorrections.ts';
import { HistoryError, readHistory } from './readHistory.ts';
import { findStale } from './writeContracts.ts';

/** All problems of the contracts. */
export interface ContractsCheck {
  /** The files that differ from the compiled ones, are missing, or are obsolete. */
  stale: string[];
  /** The files that are current, and not those of the last commit. */
  uncommitted: string[];
  breaks: Break[];
  /** Why the contracts cannot be compared. */
  errors: string[];
}

/** Checks the files in the project. Outside of a repository nothing is committed, which is an error without a baseline. */
export async function checkContracts(
  root: string,
  compiled: ReadonlyMap<string, string>,
  options: HistoryOptions = {},
): Promise<ContractsCheck> {
  const stale = findStale(root, compiled);
  const current = new Map([...compiled].filter(([file]) => !stale.includes(file)));
  return { stale, uncommitted: findUncommitted(root, current), ...(await checkHistory(root, compiled, options)) };
}

interface HistoryOptions {
  /** What to compare with, instead of every committed revision. */
  baseline?: readonly Revision[];
  /** A date such as 2027-07-31. */
  today?: string;
}

/** The breaking changes since every committed revision, or since the baseline; or the reasons why they cannot be found. */
export async function checkHistory(
  root: string,
  compiled: ReadonlyMap<string, string>,
  options: HistoryOptions = {},
): Promise<{ breaks: Break[]; errors: string[] }> {
  try {
    return { breaks: await findBreaksSince(root, compiled, options), errors: [] };
  } catch (error) {
    if (error instanceof HistoryError || error instanceof CorrectionError) {
      return { breaks: [], errors: [error.message] };
    }
    throw error;
  }
}

/**
 * The breaking changes of compiled contracts since every committed revision; none where nothing was published, or where git
 * does not have the history. Throws a CorrectionError.
 */
export async function findContractBreaks(root: string, compiled: ReadonlyMap<string, string>): Promise<Break[]> {
  try {
    return await findBreaksSince(root, compiled, {});
  } catch (error) {
    if (error instanceof HistoryError) return [];
    throw error;
  }
}

function findBreaksSince(
  root: string,
  compiled: ReadonlyMap<string, string>,
  { baseline = readHistory(root, CONTRACTS), today = new Date().toISOString().slice(0, 10) }: HistoryOptions,
): Promise<Break[]> {
  return findBreaks(compiled, baseline, readCorrections(root), today);
}

/** The files whose text is not that of the last commit; none outside of a repository. */
function findUncommitted(root: string, files: ReadonlyMap<string, string>): string[] {
  if (tryGit(root, 'rev-parse', '--git-dir') === undefined) return [];
  return [...files].filter(([file, text]) => tryGit(root, 'show', `HEAD:./${file}`) !== text).map(([file]) => file);
}
