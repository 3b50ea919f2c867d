// Runs the commands of the README and of docs/ in a shell, and compares what they print with the block below. `portico` is the built program.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDataFolder } from '../support/database/dataFolder.ts';
import { GATEWAY, PORTICO, type Program, ROOT, startProgram } from '../promises/support/startProgram.ts';
import { playFixtures } from '../commands/cli/replay/support/playFixtures.ts';
import { BLOCKS, type Block, blockOf, blocksOf, kindOf, patternOf } from './support/pageBlocks.ts';

const SDL = readFileSync(path.join(import.meta.dirname, 'support/project.graphql'), 'utf8');
const DATE = '2027-01-31T12:00:00Z';

const base = mkdtempSync(path.join(tmpdir(), 'portico-commands-'));
/** A folder of the clone: there, the program of the service has its API. */
const clone = mkdtempSync(path.join(ROOT, 'node_modules/.cache/portico-commands-'));
const dataDir = path.join(base, 'data');
const schema = buildSchema(SDL);
const upstream = await playFixtures({
  'POST /graphql': (body) => ({ body: graphqlSync({ schema, source: (JSON.parse(body) as { query: string }).query }) }),
});
const UPSTREAM = `${upstream.origin}/graphql`;
let service: Program | undefined;

const BOOK = 'fragment Book on Book {\n  id\n  title\n  pages\n}\n';
const GET_BOOK = `"Read a book."
query getBook($id: ID!, $withAuthor: Boolean = false @expand(name: "author")) @endpoint(method: GET, path: "/books/{id}") {
  book(id: $id) {
    ...Book
    author @include(if: $withAuthor) {
      name
    }
  }
}
`;
const GET_USER = 'query getUser($id: ID!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id name } }\n';
const LIST_OPEN_ORDERS = 'query listOpenOrders @endpoint(method: GET, path: "/orders/open") { openOrders { id } }\n';
const CONFIG =
  "import { defineConfig } from 'portico';\n\nexport default defineConfig({ schema: 'schema.graphql', upstream: process.env.UPSTREAM, endpoints: 'rest' });\n";

const LOG = [
  'Portico is ready.',
  ...[
    { time: '2027-01-30T10:00:00.000Z', endpoint: 'GET /books/{id}', client: 'shop', deprecated: ['parameter sort'] },
    { time: '2027-01-31T10:00:00.000Z', endpoint: 'GET /books/{id}', client: 'shop' },
    { time: '2027-01-29T10:00:00.000Z', endpoint: 'GET /books/{id}', client: 'unknown' },
    { time: '2027-01-31T09:00:00.000Z', endpoint: 'GET /users/{id}', client: 'app' },
  ].map((line) => JSON.stringify({ ...line, version: 1, status: 200 })),
].join('\n');

/** Writes a project into a new folder. */
function createProject(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(base, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

interface Shell {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a script with the program of the package, or of the service. */
function runShell(
  script: string,
  cwd: string,
  isService = false,
  env: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      {
        cwd,
        // A command that waits for an answer never gets one.
        timeout: 150_000,
        env: {
          PATH: `${path.join(base, 'bin')}:${PATH}`,
          HOME: base,
          PROGRAM: (isService ? PORTICO : GATEWAY)[0]!,
          SERVICE: PORTICO[0]!,
          SERVICE_URL: service?.client.url.origin ?? '',
          UPSTREAM,
          DATA_DIR: dataDir,
          TOKEN: 'x',
          GIT_EDITOR: 'echo The contracts. >',
          GIT_AUTHOR_DATE: DATE,
          GIT_COMMITTER_DATE: DATE,
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    ).stdin!.end();
  });
}

const COMMIT = 'git -c user.name=a -c user.email=a@b commit -qm Contracts';

beforeAll(async () => {
  const bin = path.join(base, 'bin');
  mkdirSync(bin);
  const portico = `exec "${process.execPath}" "${path.join(import.meta.dirname, 'support/runPortico.mjs')}"`;
  const commands: Readonly<Record<string, string>> = {
    portico: `${portico} "$PROGRAM" "$@"`,
    npx: `[ "$1" = portico ] && shift && ${portico} "$PROGRAM" "$@"`,
    // What npm installs, starts and tests is the subject of other suites.
    npm: `[ "$1 $2 $3" = "exec -- portico" ] || exit 0; shift 3; ${portico} "$SERVICE" "$@"`,
    // The options of Node, and the program.
    node: `while [ "$1" != bin/portico.js ]; do shift; done; shift; ${portico} "$SERVICE" "$@"`,
    curl: 'args=(); for arg in "$@"; do args+=("${arg/http:\\/\\/127.0.0.1:4000/$SERVICE_URL}"); done; exec /usr/bin/env -S curl -sS --fail-with-body "${args[@]}"',
  };
  for (const [name, script] of Object.entries(commands)) {
    const file = path.join(bin, name);
    writeFileSync(file, `#!/bin/bash\nPATH=\${PATH#*:}\n${script}\n`);
    chmodSync(file, 0o755);
  }
  writeFileSync(path.join(base, '.gitconfig'), '[user]\nname = a\nemail = a@example.com\n');

  // The service, with the document of the README.
  const endpoints = path.join(base, 'service/schema/rest');
  cpSync(path.join(ROOT, 'schema/rest'), endpoints, { recursive: true });
  const document = BLOCKS.find(({ page, language }) => page === 'README.md' && language === 'graphql')!;
  writeFileSync(path.join(base, 'service', document.title), document.text);
  await fillDataFolder(dataDir, 'demo');
  await fillDataFolder(`${dataDir}-of-serve`, 'demo');
  // As docs/agents.md says.
  const conventions = path.join(endpoints, 'conventions.json');
  writeFileSync(conventions, readFileSync(conventions, 'utf8').replace('"GET"]', '"GET", "createOrder"]'));
  const plan = path.join(base, 'service/plan.json');
  const api = `--schema '${path.join(ROOT, 'contracts/schema.graphql')}' --endpoints '${endpoints}'`;
  await runShell(`portico build ${api} --out '${plan}'`, base, true);
  service = await startProgram({ AUTH_SECRET: '', DATA_DIR: dataDir, RATE_LIMIT: '100/60' }, '--plan', plan);

  // The project of a user of the package, with what earlier commands of a page have written.
  const project = createProject('project', {
    'schema.graphql': SDL,
    'portico.config.ts': CONFIG,
    'rest/v1/getBook.graphql': GET_BOOK,
    'rest/v1/shapes/Book.graphql': BOOK,
    'rest/v1/getUser.graphql': GET_USER,
    'rest/v2/listOpenOrders.graphql': LIST_OPEN_ORDERS,
    'portico.log': LOG,
    '.gitignore': 'node_modules\n',
  });
  cpSync(path.join(project, 'rest'), path.join(project, 'my-endpoints'), { recursive: true });
  await runShell(`git init -q && git add . && ${COMMIT}`, project);
  copyProject('project', 'without contracts');
  writeFileSync(path.join(copyProject('project', 'with tools'), 'rest/conventions.json'), '{ "tools": ["GET"] }');
  const { stderr } = await runShell(
    `npx portico contracts && npx portico build --out plan.json && git add . && ${COMMIT}`,
    project,
  );
  if (!existsSync(path.join(project, 'plan.json'))) throw new Error(stderr);
  // What docs/migrate.md holds the project against.
  await runShell('npx portico openapi > published.json', project);
  createProject('empty', { 'schema.graphql': SDL });
});

afterAll(async () => {
  await service?.end('SIGINT');
  await upstream.close();
  for (const folder of [base, clone]) rmSync(folder, { recursive: true });
});

function copyProject(from: string, to: string): string {
  const folder = path.join(base, to);
  cpSync(path.join(base, from), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** The service itself, and not the package: `portico` is its program, in a folder without a project. */
const isOfService = ({ page, section }: Block): boolean =>
  page === 'docs/service.md' ||
  page === 'docs/agents.md' ||
  (page === 'docs/deployment.md' && section !== 'In front of any GraphQL API');

/** The folder that a script begins in. */
function originOf(block: Block, script: string): string {
  if (/ init /.test(script)) return 'empty';
  if (/ mcp /.test(script)) return 'with tools';
  return block.page === 'docs/contracts.md' ? 'without contracts' : 'project';
}

test.each([...blocksOf('shell'), ...blocksOf('package.json')])('%s', async (name, block) => {
  const output = BLOCKS.find((each) => each.previous === block && kindOf(each) === 'output');
  for (const [index, script] of scriptsOf(block).entries()) {
    const folder = isOfService(block)
      ? clone
      : copyProject(originOf(block, script), `${name} ${index}`.replaceAll('/', ' '));
    const { code, stdout, stderr } = await runShell(script, folder, isOfService(block));
    expect([name, code, code === 0 ? '' : stdout + stderr]).toEqual([name, 0, '']);
    if (output?.language === 'json') expect(compact(stdout)).toMatch(patternOf(compact(output.text)));
    else if (output) expect(stdout).toMatch(patternOf(output.text));
  }
});

const compact = (json: string): string => JSON.stringify(JSON.parse(json));

/** The scripts of a block: lines that set a folder up are alternatives. */
function scriptsOf({ language, text }: Block): string[] {
  if (language === 'json') return Object.values((JSON.parse(text) as { scripts: Record<string, string> }).scripts);
  const lines = text.trimEnd().split('\n');
  return lines.every((line) => line.startsWith('npx portico init')) ? lines : [text];
}

describe('what a page shows is what happens', () => {
  const token = async (): Promise<string> =>
    (
      await runShell("portico token --scope 'users:read products:read'", path.join(base, 'service'), true)
    ).stdout.trim();

  test('README.md: the request and its response', async () => {
    const [line = ''] = blockOf('README.md', 'request').text.split('\n');
    const [method = '', target = ''] = line.split(' ');
    const [head = '', body = ''] = blockOf('README.md', 'response').text.split('\n\n');
    const [status, contentType] = head.split('\n');
    const headers = { authorization: `Bearer ${await token()}` };
    const response = await fetch(new URL(target, service!.client.url), { method, headers });
    expect([
      `${response.status} ${response.statusText}`,
      `Content-Type: ${response.headers.get('content-type')}`,
    ]).toEqual([status, contentType]);
    expect(await response.json()).toEqual(JSON.parse(body));
  });

  test('docs/deployment.md: the headers of a limit', async () => {
    const { headers } = await fetch(new URL('/v1/products/1', service!.client.url), {
      headers: { authorization: `Bearer ${await token()}` },
    });
    const shown = blockOf('docs/deployment.md', 'rate limit').text.replace(/r=\d+;t=\d+/, 'r=…;t=…');
    expect(`RateLimit-Policy: ${headers.get('ratelimit-policy')}\nRateLimit: ${headers.get('ratelimit')}`).toMatch(
      patternOf(shown),
    );
  });

  test('docs/deployment.md: a persisted query', async () => {
    const query = 'query ($id: SafeInt!) { user(id: $id) { id } }';
    const hash = createHash('sha256').update(query).digest('hex');
    const shown = JSON.parse(blockOf('docs/deployment.md', 'persisted query').text.replace('…', hash)) as object;
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
    const send = async (body: object): Promise<unknown> => {
      const url = new URL('/graphql', service!.client.url);
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    expect(await send(shown)).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] });
    expect(await send({ query, ...shown })).toEqual({ data: { user: { id: 1 } } });
    expect(await send(shown)).toEqual({ data: { user: { id: 1 } } });
  });

  test('docs/deployment.md: a schema that does not fit a plan', async () => {
    const folder = copyProject('service', 'misfit');
    const plan = path.join(folder, 'plan.json');
    const text = readFileSync(plan, 'utf8');
    writeFileSync(plan, text.replace('"Product.name":"String!"', '"Product.name":"String"'));
    expect(readFileSync(plan, 'utf8')).not.toBe(text);
    const { code, stderr } = await runShell('portico serve --plan plan.json', folder, true);
    expect([code, stderr]).toEqual([1, blockOf('docs/deployment.md', 'misfits of serve').text]);
  });

  test('docs/agents.md: a client that starts a program', async () => {
    const { shop } = (
      JSON.parse(blockOf('docs/agents.md', 'mcp.json').text) as {
        mcpServers: Record<'shop', { command: string; args: string[]; env: Record<string, string> }>;
      }
    ).mcpServers;
    const args = shop.args.map((arg) => arg.replace('https://api.example.com/graphql', UPSTREAM));
    const folder = copyProject('with tools', 'client');
    const { code, stderr } = await runShell([shop.command, ...args].join(' '), folder, false, shop.env);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('docs/cli.md: a replay and its differences', async () => {
    const book = { id: '1', title: 'Emma', reviews: [{ stars: 5, date: '2027-01-31' }] };
    const author = { id: 'a', name: 'Jane Austen' };
    const [old, current] = [
      await playFixtures({
        'GET /v3/books/1?expand=author': { body: { ...book, author, pages: 328 } },
        'GET /v3/books/9': { status: 404, body: {} },
      }),
      await playFixtures({
        'GET /books/1?expand=author': {
          body: { ...book, reviews: [{ stars: 5, date: 0 }], author: { id: 'a' }, pages: '328' },
        },
        'GET /books/9': { status: 410, body: {} },
      }),
    ];
    const shown = (title: string) => blockOf('docs/cli.md', title).text;
    const folder = createProject('replay', { 'requests.jsonl': shown('requests.jsonl') });
    const script = shown('replay')
      .replace('https://api.example.com', old.origin)
      .replace('http://127.0.0.1:4000', current.origin);
    const { code, stdout, stderr } = await runShell(script, folder);
    expect([code, stdout, stderr]).toEqual([1, shown('differences'), '']);
    for (const server of [old, current]) await server.close();
  });

  test('docs/contracts.md: a removal of what clients still use', async () => {
    const folder = copyProject('project', 'used');
    const file = path.join(folder, 'rest/v1/getBook.graphql');
    writeFileSync(file, GET_BOOK.replace('/books/{id}"', '/books/{id}", sunset: "2020-01-31"'));
    await runShell('npx portico contracts; cp -r contracts old', folder);
    rmSync(file);
    const against = 'npx portico contracts --against ./old';
    expect(await runShell(against, folder)).toMatchObject({ code: 0 });
    const { code, stdout } = await runShell(`${against} --usage portico.log`, folder);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(blockOf('docs/contracts.md', 'still used').text) as string,
    ]);
  });

  test('docs/contracts.md: a breaking change, its report and its correction', async () => {
    const folder = copyProject('without contracts', 'breaking');
    for (const file of ['rest/v2', 'rest/v1/getUser.graphql']) rmSync(path.join(folder, file), { recursive: true });
    await runShell(`npx portico contracts && git add . && ${COMMIT}`, folder);
    writeFileSync(path.join(folder, 'rest/v1/shapes/Book.graphql'), BOOK.replace('  pages\n', ''));

    const report = await runShell('npx portico contracts --check --json', folder);
    const shown = (title: string) => blockOf('docs/contracts.md', title).text;
    const anyCommit = (output: string) => output.replaceAll(/(commit"?:? "?)[\da-f]{7}/g, '$1…');
    expect([report.code, JSON.parse(anyCommit(report.stdout))]).toEqual([1, JSON.parse(anyCommit(shown('report')))]);

    const { code, stdout, stderr } = await runShell('npx portico contracts', folder);
    expect([code, anyCommit(stdout + stderr)]).toEqual([
      1,
      expect.stringContaining(anyCommit(shown('breaking change'))) as string,
    ]);

    writeFileSync(path.join(folder, 'contracts/corrections.json'), shown('corrections.json'));
    const corrected = await runShell('npx portico contracts', folder);
    expect([corrected.code, corrected.stderr]).toEqual([0, '']);
  });
});
