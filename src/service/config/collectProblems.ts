import { SettingsError } from '../../gateway/config/SettingsError.ts';

/** Calls a reader of settings; adds the problems of its SettingsError to `problems`, and returns undefined then. */
export function collectProblems<Settings>(problems: string[], read: () => Settings): Settings | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
