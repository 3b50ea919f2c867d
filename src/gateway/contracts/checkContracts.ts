// The check that CI runs: the contracts in the repository are current, are committed, and compatible with every published
// revision.
import type { Break } from './Break.ts';
import { type HistoryOptions, checkHistory } from './checkHistory.ts';
import { findStale } from './findStale.ts';
import { findUncommitted } from './findUncommitted.ts';

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
