// `npm run mutate -- FILES`: changes the code of these files and folders, one change at a time, and lists the changes that
// no test detects: neither those of the parts nor, for what these miss, those of the vocabulary and of the library.
// `--sample COUNT --seed SEED` makes only a random sample of the changes.
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { hashMutants } from './sample.mjs';

/** Tests of endpoints, from the document to the response. */
const ENDPOINT_TESTS = ['test/vocabulary', 'test/library'];

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

const folders = files.map((file) => (file.endsWith('.ts') ? dirname(file) : file));
const serves = folders.every((folder) => folder.startsWith('src/gateway'));
const own = [...new Set(folders.map(testsOf))].filter((folder) => existsSync(folder));
const drawn = await mutate(own.length > 0 ? own : ENDPOINT_TESTS, serves && own.length > 0 ? [] : ['clear-text']);
const missed = drawn.filter(({ status }) => !isDetected(status)).map(({ hash }) => hash);
process.env['MUTATION_SURVIVORS'] = missed.join(',');
const isSecond = serves && own.length > 0 && missed.length > 0;
const survivors = isSecond ? await mutate(ENDPOINT_TESTS, ['clear-text']) : [];

const first = drawn.length - missed.length;
const detected = first + survivors.filter(({ status }) => isDetected(status)).length;
const percent = ((100 * detected) / drawn.length).toFixed(1);
console.log(
  `${detected} of ${drawn.length} mutants detected, ${first} of them by ${own.join(', ') || ENDPOINT_TESTS.join(', ')}: ${percent} %`,
);

/** The folder with the tests of a folder of `src`; it need not exist. */
function testsOf(folder: string): string {
  return folder
    .replace('src/gateway/describe/contracts', 'test/commands/contracts')
    .replace('src/gateway', 'test/parts')
    .replace('src/service', 'test/service')
    .replace(/^src/, 'test/commands');
}

/** Makes each change, and runs the tests in these folders: what became of each change that was drawn. */
async function mutate(tests: readonly string[], reporters: string[]) {
  process.env['MUTATION_TESTS'] = tests.join(',');
  const results = await new Stryker({
    mutate: files.map((file) => (statSync(file).isDirectory() ? `${file}/**/*.ts` : file)),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./sample.mjs')],
    checkers: ['sample'],
    vitest: { configFile: 'test/systems/mutation/vitest.config.ts', related: true },
    concurrency: 2,
    // Most endless loops are noticed by the number of their rounds. On a busy machine, slow is not detected.
    timeoutMS: 120_000,
    reporters,
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: false },
    allowConsoleColors: process.stdout.isTTY === true,
    // TypeScript 7 has no JavaScript API, with which Stryker would rewrite a tsconfig.json.
    tsconfigFile: 'none',
    ignorePatterns: ['data', 'dist'],
  }).runMutationTest();
  // Results count lines and columns from 1, and mutants that are checked from 0.
  const hashes = hashMutants(
    results.map(({ location: { start }, ...result }) => ({
      ...result,
      location: { start: { line: start.line - 1, column: start.column - 1 } },
    })),
  );
  return results
    .filter(({ status }) => isDetected(status) || status === 'Survived' || status === 'NoCoverage')
    .map(({ id, status }) => ({ hash: hashes.get(id)!, status }));
}

function isDetected(status: string): boolean {
  return status === 'Killed' || status === 'Timeout';
}
