// The documents of the service, of all examples, and of one API with every word of the vocabulary, are clean, and the clients that are generated
// from them compile under --strict.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { documents as described } from '../../promises/contract/describeEveryApi.ts';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('node_modules/', import.meta.url));
const client = fileURLToPath(new URL('client/', import.meta.url));
const generated = `${client}generated/vocabulary/`;
/** The contracts of the service are what it serves: `npm run contracts -- --check`. */
const readContract = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../contracts/${name}`, import.meta.url), 'utf8'));
const documents = new Map<string, unknown>([
  ...described,
  ...['openapi.v1.json', 'openapi.v2.json', 'openapi.json'].map(
    (name) => [`service.${name}`, readContract(name)] as const,
  ),
]);
const files = [...documents.keys()];

beforeAll(async () => {
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  const write = (name: string, text: string) => writeFile(generated + name, text);
  await Promise.all([...documents].map(([name, document]) => write(name, JSON.stringify(document))));
  await write('spectral.yaml', 'extends: ["spectral:oas"]\n');
  const apis = files.map((name, index) => [
    `api${index}`,
    { root: `./${name}`, 'x-openapi-ts': { output: `./${name.replace('.json', '.ts')}` } },
  ]);
  await write(
    'redocly.yaml',
    JSON.stringify({
      apis: Object.fromEntries(apis) as object,
      extends: ['recommended-strict'],
      // The success of a redirect is a 3XX.
      rules: { 'operation-2xx-response': 'off' },
    }),
  );
});

/** What a linter prints, with problems or without. */
async function lint(program: string, ...options: string[]): Promise<string> {
  const bin = `${modules}.bin/${program}`;
  const { stdout } = await run(bin, options, { cwd: generated }).catch((failed: { stdout: string }) => failed);
  return stdout;
}

test("all are clean under Redocly's recommended-strict", async () => {
  const reports = await lint('redocly', 'lint', '--config=redocly.yaml', '--format=json', ...files);
  const separated = reports.replaceAll('}{\n', '},{\n');
  expect(JSON.parse(`[${separated}]`)).toEqual(files.map(() => expect.objectContaining({ problems: [] })));
});

test('all are clean under spectral:oas', async () => {
  const report = await lint(
    'spectral',
    'lint',
    '--ruleset=spectral.yaml',
    '--fail-severity=hint',
    '--format=json',
    ...files,
  );
  expect(JSON.parse(report.replace(/[^\]}]*$/, ''))).toEqual([]);
});

test('the clients of all compile under --strict, and what is written with those of every word', async () => {
  const generate = `${modules}openapi-typescript/bin/cli.js`;
  await run(process.execPath, [generate, '--redocly=redocly.yaml'], { cwd: generated });
  const compile = `${modules}typescript/bin/tsc`;
  const compiled = run(process.execPath, [compile, '-p', `${client}everyWord`]).catch((failed: object) => failed);
  await expect(compiled).resolves.toMatchObject({ stdout: '' });
});
