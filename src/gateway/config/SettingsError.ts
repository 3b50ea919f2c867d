/** Invalid settings: one sentence for each problem, beginning with the name of its variable. No sentence repeats a secret. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}
