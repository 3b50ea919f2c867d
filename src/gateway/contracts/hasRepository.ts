import { git } from './git.ts';

/** Whether a folder is in a git repository. A repository that git refuses to read is one, and so is any folder without git installed. */
export function hasRepository(folder: string): boolean {
  try {
    git(folder, ['rev-parse', '--git-dir']);
    return true;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return !/^fatal: not a git repository \(or /m.test(String(stderr));
  }
}
