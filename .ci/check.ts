// `npm run check`: what can be said without running a test. All parts run, the cheap ones first, and the last line names those that
// failed. What has not changed is not checked again: TypeScript and Prettier keep their results in node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Suites with packages of their own; they are checked where these are installed, as they are in `.ci/run`. */
const APART = ['test/browser', 'test/mutation'].filter((folder) => existsSync(`${folder}/node_modules`));

/** The parts, and the command of each. What is generated comes first, because the others read it. */
const PARTS: readonly (readonly [part: string, command: string])[] = [
  ['generated files', 'npm run --silent generate'],
  ['lint', 'oxlint --quiet'],
  ['endpoint documents', 'tsx src/service/cli/main.ts check'],
  ['types', 'tsc -p .'],
  ...APART.map((folder) => [`types of ${folder}`, `tsc -p ${folder}`] as const),
  ['format', 'prettier --check . --cache --log-level=warn'],
];

const failed = PARTS.filter(([part, command]) => {
  process.stdout.write(`== ${part}\n`);
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0;
});

process.stdout.write(
  failed.length === 0 ? 'All parts passed.\n' : `Failed: ${failed.map(([part]) => part).join(', ')}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
