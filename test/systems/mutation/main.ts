// `npm run mutate -- FILES`: changes the code of these files and folders, one change at a time, and lists the changes that no test
// detects. `--sample COUNT --seed SEED` makes only a random sample of the changes. What the first request of a test file prepares for
// all of them is tried with that test alone, so a change that is listed may be detected by the others: make it by hand and see.
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const files = positionals.map((file) => file.replace(/\/$/, ''));
const missing = files.filter((file) => !existsSync(file));
if (files.length === 0 || missing.length > 0) {
  console.error(
    `${missing.join(', ') || 'FILES'} must be files or folders, such as src/gateway/guard/access/createAuthenticator.ts`,
  );
  process.exit(2);
}
if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample)) {
  console.error('--sample must be a number of mutants, such as 400');
  process.exit(2);
}

// Read by vitest.config.ts and sample.mjs, in the processes that run the tests and draw the sample.
process.env['MUTATION_SAMPLE'] = values.sample ?? '';
process.env['MUTATION_SEED'] = values.seed;
process.env['MUTATION_TESTS'] = [...new Set(files.flatMap(testsOf))].join(',');

const results = await new Stryker({
  mutate: files.map((file) => (statSync(file).isDirectory() ? `${file}/**/*.ts` : file)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./sample.mjs')],
  checkers: ['sample'],
  vitest: { configFile: 'test/systems/mutation/vitest.config.ts', related: true },
  concurrency: 2,
  testRunnerNodeArgs: ['--max-old-space-size=8192'],
  dryRunTimeoutMinutes: 30,
  // Most endless loops are noticed by the number of their rounds. On a busy machine, slow is not detected.
  timeoutMS: 120_000,
  reporters: ['clear-text'],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: false },
  allowConsoleColors: process.stdout.isTTY === true,
  // TypeScript 7 has no JavaScript API, with which Stryker would rewrite a tsconfig.json.
  tsconfigFile: 'none',
  ignorePatterns: ['data', 'dist'],
}).runMutationTest();
const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
const detected = count('Killed', 'Timeout');
const drawn = detected + count('Survived', 'NoCoverage');
console.log(`${detected} of ${drawn} mutants detected: ${((100 * detected) / drawn).toFixed(1)} %`);

/** The folders with the tests that can reach a file or folder of `src`. */
function testsOf(file: string): string[] {
  if (file.startsWith('src/gateway/describe/contracts')) return ['test/commands/contracts'];
  if (file.startsWith('src/gateway')) return ['test/vocabulary', 'test/library', 'test/parts'];
  return [file.startsWith('src/service') ? 'test/service' : 'test/commands'];
}
