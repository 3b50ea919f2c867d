// `npm run mutate -- FILES`: changes the code of these files and folders, one change at a time, and lists the changes that
// no unit test detects.
import { existsSync, statSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

const files = process.argv.slice(2).map((file) => file.replace(/\/$/, ''));
const missing = files.filter((file) => !existsSync(file));
if (files.length === 0 || missing.length > 0) {
  console.error(`${missing.join(', ') || 'FILES'} must be files or folders, such as src/gateway/access/TokenCache.ts`);
  process.exit(2);
}

// Read by vitest.config.ts, in the processes that run the tests.
process.env['MUTATED_FILES'] = files.join(',');

await new Stryker({
  mutate: files.map((file) => (statSync(file).isDirectory() ? `${file}/**/*.ts` : file)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  concurrency: 1,
  reporters: ['clear-text'],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  allowConsoleColors: process.stdout.isTTY === true,
  thresholds: { high: 92, low: 80, break: null },
  // TypeScript 7 has no JavaScript API, with which Stryker would rewrite a tsconfig.json.
  tsconfigFile: 'none',
  ignorePatterns: ['data', 'dist'],
}).runMutationTest();
