// `npm run mutate -- FILES`: changes the code of these files and folders, one change at a time, and lists the changes that
// no unit test detects. `--sample COUNT --seed SEED` makes only a random sample of the changes.
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
  console.error(`${missing.join(', ') || 'FILES'} must be files or folders, such as src/gateway/access/TokenCache.ts`);
  process.exit(2);
}
if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample)) {
  console.error('--sample must be a number of mutants, such as 400');
  process.exit(2);
}

// Read by vitest.config.ts and sample.mjs, in the processes that run the tests and draw the sample.
process.env['MUTATED_FILES'] = files.join(',');
process.env['MUTATION_SAMPLE'] = values.sample ?? '';
process.env['MUTATION_SEED'] = values.seed;

const results = await new Stryker({
  mutate: files.map((file) => (statSync(file).isDirectory() ? `${file}/**/*.ts` : file)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./sample.mjs')],
  checkers: values.sample === undefined ? [] : ['sample'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  concurrency: 2,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowEmojis: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: values.sample === undefined,
  },
  allowConsoleColors: process.stdout.isTTY === true,
  thresholds: { high: 92, low: 80, break: null },
  // TypeScript 7 has no JavaScript API, with which Stryker would rewrite a tsconfig.json.
  tsconfigFile: 'none',
  ignorePatterns: ['data', 'dist'],
}).runMutationTest();

const detected = count('Killed', 'Timeout');
const total = detected + count('Survived', 'NoCoverage');
console.log(`${detected} of ${total} mutants detected: ${((100 * detected) / total).toFixed(1)} %`);

function count(...statuses: string[]): number {
  return results.filter(({ status }) => statuses.includes(status)).length;
}
