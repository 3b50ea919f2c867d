import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Folder, runPortico } from '../support/runPortico.ts';
import { DOCUMENTS, openShop } from './support/shop.ts';

const GET_FACT = (field: string, more = '') =>
  `query getFact($id: ID!) @endpoint(method: GET, path: "/facts/{id}"${more}) { fact(id: $id) { ${field} } }`;
const openFacts = (field: string, more = '') =>
  new Folder({
    'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
    'schema.graphql': 'type Query { fact(id: ID!): Fact } type Fact { text: String! }',
    'rest/v1/getFact.graphql': GET_FACT(field, more),
  });

test('counts the endpoints and the versions of good documents', async () => {
  const shop = openShop();
  expect(await shop.run('check')).toEqual({
    code: 0,
    stdout: 'No errors in 6 endpoints of 2 versions\n',
    stderr: '',
  });
  expect(await shop.runJson('check')).toEqual({
    code: 0,
    json: { ok: true, endpoints: 6, versions: 2, diagnostics: [], warnings: [] },
  });
  expect((await openFacts('text').run('check')).stdout).toBe('No errors in 1 endpoint of 1 version\n');
});

const DIAGNOSTIC = {
  file: 'rest/v1/getFact.graphql',
  line: 1,
  column: 87,
  message: 'Cannot query field "txt" on type "Fact". Did you mean "text"?',
  hint: 'The fields of Fact are text.',
};

test('reports every fault with its position, its message and its hint', async () => {
  const folder = openFacts('txt');
  expect(await folder.run('check')).toEqual({
    code: 1,
    stdout: `rest/v1/getFact.graphql:1:87: ${DIAGNOSTIC.message}\n  hint: ${DIAGNOSTIC.hint}\n1 error\n`,
    stderr: '',
  });
  expect(await folder.runJson('check')).toEqual({
    code: 1,
    json: { ok: false, endpoints: null, versions: null, diagnostics: [DIAGNOSTIC], warnings: [] },
  });
  folder.write({ 'rest/v1/getUser.graphql': DOCUMENTS['v1/getUser.graphql']! });
  expect((await folder.run('check')).stdout).toMatch(
    /^rest\/v1\/getUser\.graphql:1:112: Unknown shape "User"\.\n {2}hint: Add the file shapes\/User\.graphql .*\n4 errors\n$/m,
  );
});

test('annotates faults for GitHub, at files of the repository', async () => {
  const folder = openFacts('txt');
  const message = `line=1,col=87,title=Endpoint document::${DIAGNOSTIC.message} ${DIAGNOSTIC.hint}`;
  expect(await folder.run('check --github')).toEqual({
    code: 1,
    stdout: `rest/v1/getFact.graphql:1:87: ${DIAGNOSTIC.message}\n  hint: ${DIAGNOSTIC.hint}\n1 error\n::error file=rest/v1/getFact.graphql,${message}\n`,
    stderr: '',
  });
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
  folder.write({ 'api/portico.config.json': '{ "schema": "../schema.graphql", "endpoints": "rest" }' });
  folder.write({ 'api/rest/v1/getFact.graphql': GET_FACT('txt') });
  const { stdout } = await folder.run('check --github --config api/portico.config.json');
  expect(stdout).toContain(`::error file=api/rest/v1/getFact.graphql,${message}\n`);
  // Without a configuration of its own, and outside of the repository.
  const elsewhere = openFacts('txt');
  const args = ['--schema', 'schema.graphql', '--endpoints', elsewhere.at('rest')];
  expect((await folder.run(['check', '--github', ...args])).stdout).toContain(
    `::error file=${elsewhere.at('rest/v1/getFact.graphql')},${message}\n`,
  );
  // Below the root of the repository.
  const below = await runPortico(['check', '--github'], folder.at('api'));
  expect(below.stdout).toContain('::error file=api/rest/v1/getFact.graphql,');
});

test('escapes what it annotates by the rules of GitHub, and control characters', async () => {
  const folder = openFacts('text');
  folder.write({ 'rest/v1/a,b:c%\u001B\u009B.graphql': 'query a\u0007' });
  const { stdout } = await folder.run('check --github');
  expect(stdout.match(/^::.*$/gm)).toEqual([
    expect.stringMatching(
      /^::error file=rest\/v1\/a%2Cb%3Ac%25\\u001b\\u009b\.graphql,line=1,col=8,title=Endpoint document::Syntax Error: [^\n]*$/,
    ),
  ]);
  const asJson = (await folder.run('check --json')).stdout;
  for (const control of ['\u0007', '\u001B', '\u009B']) expect(stdout + asJson).not.toContain(control);
  expect(JSON.parse(asJson)).toMatchObject({ diagnostics: [{ file: 'rest/v1/a,b:c%\u001B\u009B.graphql' }] });
});

test('has nothing to annotate where there is no fault', async () => {
  expect((await openFacts('text').run('check --github')).stdout).toBe('No errors in 1 endpoint of 1 version\n');
});

test('warns of what is not executed yet, also on GitHub', async () => {
  const folder = new Folder({
    'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
    'schema.graphql': 'directive @unwrap on FIELD type Query { fact: Int } type Subscription { facts: Int }',
    'rest/v1/getFact.graphql': 'query getFact @endpoint(method: GET, path: "/fact", unwrap: false) { fact }',
    'rest/v1/facts.graphql': 'subscription facts @endpoint(method: GET, path: "/facts") { facts }',
  });
  const shadowed = "The schema's own directive @unwrap cannot be used in endpoint documents.";
  const message = 'A subscription is not executed yet. Remove it: this version of Portico only checks it.';
  const printed = `warning: ${shadowed}\nwarning: rest/v1/facts.graphql:1:1: ${message}\nNo errors in 1 endpoint of 1 version\n`;
  expect(await folder.run('check')).toEqual({ code: 0, stdout: printed, stderr: '' });
  expect((await folder.runJson('check')).json).toMatchObject({
    ok: true,
    diagnostics: [],
    warnings: [shadowed, `rest/v1/facts.graphql:1:1: ${message}`],
  });
  expect((await folder.run('check --github')).stdout).toBe(
    `${printed}::warning file=rest/v1/facts.graphql,line=1,col=1,title=Endpoint document::${message}\n`,
  );
  expect(await folder.run('build --out plan.json')).toEqual({
    code: 1,
    stdout: '',
    stderr: `portico: rest/v1/facts.graphql:1:1: ${message}\n`,
  });
  expect(folder.has('plan.json')).toBe(false);
  const { paths } = JSON.parse((await folder.run('openapi')).stdout) as { paths: object };
  expect(Object.keys(paths)).toEqual(['/fact']);
});

test('refuses what uses a part of the schema that is not valid, and warns of it elsewhere', async () => {
  const sdl = 'type Query { hello: String book: Book }\ninterface N { n: Int }\ntype Book implements N { id: ID! }';
  const fault = 'schema.graphql:2:15: Interface field N.n expected but Book does not provide it.';
  const get = (selection: string) => `query a @endpoint(method: GET, path: "/a") { ${selection} }`;
  const folder = new Folder({ 'schema.graphql': sdl, 'rest/v1/a.graphql': get('book { id }') });
  const check = () => folder.run('check --schema schema.graphql --endpoints rest');
  expect(await check()).toEqual({
    code: 1,
    stdout: `rest/v1/a.graphql:1:1: a uses Book, which is not valid in the schema: ${fault}\n  hint: Correct the schema.\n1 error\n`,
    stderr: '',
  });
  folder.write({ 'rest/v1/a.graphql': get('hello') });
  expect(await check()).toEqual({
    code: 0,
    stdout: `warning: ${fault} Correct the schema; until then no endpoint can use it.\nNo errors in 1 endpoint of 1 version\n`,
    stderr: '',
  });
});
