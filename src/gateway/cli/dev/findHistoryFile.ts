import { existsSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../contracts/git.ts';

/** The file that git adds a line to when a folder's history moves, such as by a commit; undefined without a history. */
export function findHistoryFile(folder: string): string | undefined {
  try {
    const file = path.resolve(folder, git(folder, ['rev-parse', '--git-path', 'logs/HEAD']).toString().trim());
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
