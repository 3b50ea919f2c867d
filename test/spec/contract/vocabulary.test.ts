// Every word of the vocabulary has an OpenAPI rendering: the documents of all examples, and of one API with every word, are
// valid and clean, and the clients that are generated from them compile under --strict.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSchema } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { describeApi } from '../../../src/gateway/describe/openapi/describeApi.ts';
import { defaultApi } from '../../../src/service/composeSchema.ts';
import { validateOpenApi } from '../../unit/gateway/describe/support/validateOpenApi.ts';
import { documentFaults } from '../support/documentFaults.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const client = `${root}test/client/`;
const generated = `${client}generated/vocabulary/`;

/** For a test that runs another program, next to all other tests. */
const TIMEOUT_MS = 120_000;

/** The folders of the APIs, each with a schema and endpoint documents, by name. */
const APIS = new Map([
  ...readdirSync(`${root}examples`).map((name) => [name, `${root}examples/${name}`] as const),
  ['everyWord', fileURLToPath(new URL('everyWord', import.meta.url))],
]);

/** The documents by the name of their file. */
const documents = new Map(
  [...APIS].flatMap(([apiName, folder]) => {
    const plan = compileApi(`${folder}/endpoints`, buildSchema(readFileSync(`${folder}/schema.graphql`, 'utf8')));
    // The document of one version and that of the unversioned paths are the same but for their media types.
    const versioning = plan.versions.length === 1 ? 'header' : 'both';
    const api = { name: apiName, defaultVersion: 1, versioning } as const;
    const described = describeApi({ ...plan, api }, { basePath: '', publisher: defaultApi.publisher });
    return [...described].map(([path, document]) => [`${apiName}${path.replaceAll('/', '.')}`, document] as const);
  }),
);
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
async function lint(program: string, ...given: string[]): Promise<string> {
  const bin = `${root}node_modules/.bin/${program}`;
  const { stdout } = await run(bin, given, { cwd: generated }).catch((failed: { stdout: string }) => failed);
  return stdout;
}

test.each(files)('%s is valid, and its parts fit each other', (name) => {
  const document = documents.get(name)!;
  expect([validateOpenApi(document), documentFaults(document)]).toEqual([[], []]);
});

test(
  "all are clean under Redocly's recommended-strict",
  async () => {
    const reports = await lint('redocly', 'lint', '--config=redocly.yaml', '--format=json', ...files);
    const each = reports.replaceAll('}{\n', '},{\n');
    expect(JSON.parse(`[${each}]`)).toEqual(files.map(() => expect.objectContaining({ problems: [] })));
  },
  TIMEOUT_MS,
);

test(
  'all are clean under spectral:oas',
  async () => {
    const report = await lint(
      'spectral',
      'lint',
      '--ruleset=spectral.yaml',
      '--fail-severity=hint',
      '--format=json',
      ...files,
    );
    expect(JSON.parse(report.replace(/[^\]}]*$/, ''))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'the clients of all compile under --strict, and what is written with those of every word',
  async () => {
    const generate = `${client}node_modules/openapi-typescript/bin/cli.js`;
    await run(process.execPath, [generate, '--redocly=redocly.yaml'], { cwd: generated });
    const compile = `${client}node_modules/typescript/bin/tsc`;
    const compiled = run(process.execPath, [compile, '-p', `${client}everyWord`]).catch((failed: object) => failed);
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  },
  TIMEOUT_MS,
);
