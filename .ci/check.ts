// `npm run check`: what can be said without running a test. All parts run, and the last line names those that failed. What has not
// changed is not checked again: TypeScript and Prettier keep their results in node_modules/.cache.
import { exec } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Suites with packages of their own; they are checked where these are installed, as they are in `.ci/run`. */
const APART = ['test/systems/browser', 'test/systems/mutation', 'examples/github'].filter((folder) =>
  existsSync(`${folder}/node_modules`),
);

/** The parts that run beside each other, and the command of each, in the order in which they are shown: the cheap ones first. */
const PARTS: readonly (readonly [part: string, command: string])[] = [
  ['lint', 'oxlint --quiet'],
  ['endpoint documents', 'tsx src/service/cli/main.ts check'],
  ['types', 'tsc -p .'],
  ...APART.map((folder) => [`types of ${folder}`, `tsc -p ${folder}`] as const),
  ['format', 'prettier --check . --cache --log-level=warn'],
];

/** Runs a part to its end. */
function run(part: string, command: string): Promise<{ part: string; hasPassed: boolean; output: string }> {
  return new Promise((resolve) => {
    exec(command, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      resolve({ part, hasPassed: error === null, output: stdout + stderr });
    });
  });
}

// The others read what is generated.
const generated = await run('generated files', 'npm run --silent generate');
const failed: string[] = [];
for (const running of [generated, ...PARTS.map((part) => run(...part))]) {
  const { part, hasPassed, output } = await running;
  process.stdout.write(`== ${part}\n${output}`);
  if (!hasPassed) failed.push(part);
}

process.stdout.write(failed.length === 0 ? 'All parts passed.\n' : `Failed: ${failed.join(', ')}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
