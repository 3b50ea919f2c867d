/** The end of a command's help: examples, and the exit codes. `failure` says what exit code 1 means. */
export function describeUsage(failure: string, ...commands: string[]): string {
  const examples = commands.map((each) => `  ${each}\n`).join('');
  return `\nExamples:\n${examples}\nExit codes: 0 success, 1 ${failure}, 2 invalid arguments or settings.`;
}
