// What `serve`, `mcp` and `doctor` refuse, and what they read of options and a configuration together.
import { expect, test } from 'vitest';
import { Folder, usageError } from '../support/runPortico.ts';

const UPSTREAM = 'http://127.0.0.1:1/graphql';
const X = ['--upstream', UPSTREAM];
const REST = [...X, '--endpoints', 'rest'];
const files = {
  'schema.graphql': 'type Query { hello: String }',
  'rest/v1/getHello.graphql': 'query getHello @endpoint(method: GET, path: "/hello", unwrap: false) { hello }',
};
const folder = new Folder({ ...files, text: 'type Query' });
const configured = (content: object) =>
  new Folder({ ...files, 'portico.config.json': JSON.stringify({ endpoints: 'rest', ...content }) });

test.each<[string[], string]>([
  [[], '--upstream is required: the URL of a GraphQL API. There is no portico.config.ts, .js or .json in this folder.'],
  [X, '--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.'],
  [[...REST, '--plan', 'plan.json'], '--endpoints and --plan cannot be combined.'],
  [
    [...REST, '--forward-header', 'Content-Length'],
    '--forward-header: content-length cannot be set; Portico sets it for each upstream request.',
  ],
  [[...REST, '--forward-header', 'x:y'], '--forward-header: "x:y" is not a valid header name.'],
  [
    [...REST, '--trusted-documents', 'id'],
    '--trusted-documents requires --schema FILE: the upstream executes only documents that it knows, and introspection is none of them.',
  ],
  [
    [...REST, '--schema', 'schema.graphql', '--trusted-documents', 'hive', '--client-name', 'rest'],
    '--trusted-documents hive requires --client-name and --client-version: those of the app deployment, which are part of each id.',
  ],
  [[...REST, '--client-version', '1'], '--client-version requires --client-name NAME.'],
  [
    [...REST, '--client-name', 'a', '--client-version', ' '],
    '--client-version must be a text that can be sent in a header.',
  ],
  [
    [...REST, '--schema', 'schema.mjs'],
    `--schema is a module, ${folder.at('schema.mjs')}. "portico serve" reads the schema of an upstream from SDL, a supergraph or an introspection; a module is served by your own program, with createPortico, or by "portico dev".`,
  ],
  [[...X, '--plan', 'none.json'], '--plan: the file none.json cannot be read. ENOENT: no such file or directory.'],
  [
    [...X, '--plan', 'text'],
    `--plan: the file text is not valid JSON: Unexpected token 'y', "type Query" is not valid JSON.`,
  ],
])('serve %j is refused', async (args, message) => {
  expect(await folder.run(['serve', ...args])).toEqual(usageError(message));
});

test.each<[string[], string]>([
  [
    [...X, '--endpoints', '/nowhere'],
    '--endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.',
  ],
  [[...REST, '--schema', '/nowhere'], '--schema: the file /nowhere cannot be read. ENOENT: no such file or directory.'],
  [[...REST, '--version', '0'], '--version must be the number of a version, such as 2, not "0".'],
  [[...REST, '--header', 'x'], '--header must be "Name: value".'],
])('mcp %j is refused', async (args, message) => {
  expect(await folder.run(['mcp', ...args])).toEqual(usageError(message));
});

test.each<[object, string]>([
  [
    {},
    'portico.config.json has no upstream: pass --upstream URL, the GraphQL API to serve as REST. A schema in your own program is served by that, with createPortico, or by "portico dev".',
  ],
  [
    { upstream: UPSTREAM, schema: '/api/schema.ts' },
    'portico.config.json: schema is a module, /api/schema.ts. "portico serve" reads the schema of an upstream from SDL, a supergraph or an introspection; a module is served by your own program, with createPortico, or by "portico dev".',
  ],
  [
    { upstream: UPSTREAM, endpoints: '/nowhere' },
    'portico.config.json: endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.',
  ],
])('the configuration %j is refused', async (content, message) => {
  expect(await configured(content).run('mcp')).toEqual(usageError(message));
});

test('the documents of the configuration are not read where there is a plan', async () => {
  await folder.run('build --schema schema.graphql --endpoints rest --out plan.json');
  const project = configured({ upstream: UPSTREAM, endpoints: '/nowhere' });
  project.write({ 'plan.json': folder.read('plan.json') });
  const { json } = await project.runJson('doctor --plan plan.json', { env: { PORT: '0' } });
  expect(json).toContainEqual({ check: 'documents', status: 'ok', message: 'They can be served.' });
});

test('headers of the configuration that have no value are a warning, unless an option sets them', async () => {
  const project = new Folder({
    ...files,
    'portico.config.js': `export default { upstream: '${UPSTREAM}', headers: { Authorization: process.env.A, 'x-api-key': undefined}, endpoints: 'rest' };`,
  });
  const warningsOf = async (...args: string[]) => {
    const { json } = await project.runJson(['doctor', ...args], { env: { PORT: '0' } });
    return (json as { check: string; status: string; message: string }[]).find(({ check }) => check === 'settings');
  };
  const warning = (header: string, variable: string) =>
    `portico.config.js: the header ${header} has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as ${variable}.`;
  const xApiKey = warning('x-api-key', 'UPSTREAM_X_API_KEY');
  expect(await warningsOf()).toMatchObject({
    status: 'warning',
    message: `${warning('authorization', 'UPSTREAM_AUTHORIZATION')}\n${xApiKey}`,
  });
  expect(await warningsOf('--upstream-header', 'AUTHORIZATION: Bearer a')).toMatchObject({ message: xApiKey });
  expect(await warningsOf('--upstream', 'http://127.0.0.1:2')).toMatchObject({ status: 'ok' });
});

test('mcp requires an API that has tools', async () => {
  expect(await folder.run(['mcp', ...REST, '--schema', 'schema.graphql'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /portico: The API has no tools: name some in "tools" of conventions\.json, such as \["GET"\]\.\n$/,
    ) as string,
  });
});

test('a syntax error of the schema is reported with its position', async () => {
  folder.write({ 'broken.graphql': 'type Query {\n  a: [Int\n}\n' });
  expect(await folder.run(['mcp', ...REST, '--schema', 'broken.graphql'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^portico: broken\.graphql:3:1: Syntax Error: Expected "\]", found "\}"\./) as string,
  });
});
