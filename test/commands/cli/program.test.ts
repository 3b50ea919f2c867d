// What all commands have in common: arguments, help, the file .env and exit codes; and `openapi`, which is short.
import { expect, test } from 'vitest';
import { Folder, usageError } from '../support/runPortico.ts';

const GET_HELLO = 'query getHello @endpoint(method: GET, path: "/hello", unwrap: false) { hello }';
const FILES = {
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': 'type Query { hello: String }',
  'rest/v1/getHello.graphql': GET_HELLO,
};
const project = new Folder(FILES);
const nothing = new Folder();

test('--version prints the version of the package', async () => {
  expect(await nothing.run('--version')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+.*\n$/) as string,
    stderr: '',
  });
});

test('--help has what the program is, and its commands', async () => {
  const { code, stdout } = await nothing.run('--help');
  expect(code).toBe(0);
  expect(stdout).toContain('REST API');
  expect([...stdout.matchAll(/^ {2}([a-z]+) (?!of)/gm)].map(([, name]) => name)).toEqual(
    'check routes openapi explain build documents contracts replay usage match dev init add serve mcp doctor help'.split(
      ' ',
    ),
  );
});

const API = '--schema --upstream --upstream-header --endpoints';
const FACADE = `${API} --plan --forward-header --client-name --client-version --trusted-documents`;

test.each([
  ['check', `${API} --config --json --github`, 'invalid documents'],
  ['routes', `${API} --config --json`, 'invalid documents'],
  ['openapi', `${API} --config --version`, 'invalid documents'],
  ['explain', `${API} --config --accept --header --json`, 'a request that is refused'],
  ['build', `${API} --config --out`, 'invalid documents'],
  ['documents', `${API} --config --out --format --json`, 'invalid documents, or too many for one endpoint'],
  [
    'contracts',
    `${API} --config --check --usage --against --json --github`,
    'a breaking change, or contracts that cannot be compared',
  ],
  ['replay', '--requests --against --to --ignore --header --writes --json', 'a difference that is not compatible'],
  ['usage', '--log --metrics --json', 'the metrics cannot be read'],
  ['match', `${API} --config --openapi --version --compatible --json`, 'below --compatible, or invalid documents'],
  ['dev', `${API} --config --mock`, 'start failed'],
  [
    'init',
    '--yes --fields --endpoints --upstream --upstream-header --json',
    'the folder is already set up, or a file cannot be written',
  ],
  ['add', `${API} --config --version --json`, 'the field already has an endpoint, or cannot have one'],
  ['serve', `${FACADE} --config`, 'start or shutdown failed'],
  ['mcp', `${FACADE} --version --token --header --config`, 'start failed'],
  ['doctor', `${FACADE} --config --json`, 'something would not work'],
])('%s has its options, examples and exit codes', async (name, options, failure) => {
  const { code, stdout } = await nothing.run([name, '--help']);
  expect(code).toBe(0);
  expect(stdout.match(/^ {2}(?:-h, )?(--[a-z-]+)/gm)!.map((text) => text.trim().replace('-h, ', ''))).toEqual(
    `${options} --help`.split(' '),
  );
  expect(stdout).toMatch(
    new RegExp(`\\nExamples:\\n(?:  .*portico ${name}.*\\n)+\\nExit codes: 0 success, 1 ${failure}, `),
  );
  expect(stdout).toMatch(
    name === 'replay'
      ? /, 2 invalid arguments or settings\.\nAn API that cannot be reached is 2, too\.\n$/
      : /, 2 invalid arguments or settings\.\n$/,
  );
});

test.each([
  ['check --nonsense', "error: unknown option '--nonsense'\n(see portico check --help)\n"],
  ['explain GET', "error: missing required argument 'path'\n(see portico explain --help)\n"],
  [
    'contracts --json --github',
    "error: option '--github' cannot be used with option '--json'\n(see portico contracts --help)\n",
  ],
  [
    'usage --log a --metrics b',
    "error: option '--log <file>' cannot be used with option '--metrics <url>'\n(see portico usage --help)\n",
  ],
  [
    'replay --requests a --to b',
    "error: required option '--against <url>' not specified\n(see portico replay --help)\n",
  ],
  ['nonsense', "error: unknown command 'nonsense'\n(see portico --help)\n"],
])('%s is refused with the help to see', async (args, stderr) => {
  expect(await nothing.run(args)).toEqual({ code: 2, stdout: '', stderr });
});

test('settings that are not valid are refused, one in a line', async () => {
  expect(await project.run('routes', { env: { PORT: 'x', WORKERS: '0' } })).toEqual(
    usageError(
      'PORT must be a whole number from 0 to 65535, not "x".\nWORKERS must be a whole number from 1 to 999, or auto, not "0".',
    ),
  );
});

test.each(['check', 'routes', 'openapi', 'contracts', 'explain GET /x'])('%s requires an API', async (args) => {
  expect(await nothing.run(args)).toEqual(
    usageError(
      'There is no portico.config.ts, .js or .json in this folder. Run "portico init", or pass --schema FILE or --upstream URL, and --endpoints FOLDER.',
    ),
  );
});

test.each(['routes', 'openapi', 'build --out plan.json', 'explain GET /hello'])(
  '%s of documents that are not valid ends with 1, and a line for each fault',
  async (args) => {
    const invalid = new Folder({ ...FILES, 'rest/v1/getHello.graphql': GET_HELLO.replace('hello }', 'helo }') });
    expect(await invalid.run(args)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'portico: rest/v1/getHello.graphql:1:72: Cannot query field "helo" on type "Query". Did you mean "hello"? The fields of Query are hello.\n',
    });
  },
);

test('a file .env has the settings that the environment does not', async () => {
  const folder = new Folder({ ...FILES, '.env': '# The port of all.\nPORT=x1\nHEALTH_PORT="x2"\nWORKERS=x3\n' });
  const env = { HEALTH_PORT: '1', WORKERS: '' };
  expect(await folder.run('routes', { env })).toEqual(
    usageError('PORT must be a whole number from 0 to 65535, not "x1".'),
  );
});

test('a file .env has at most 1 MiB', async () => {
  const comment = '#'.repeat(1024 * 1024 - 'PORT=x1\n'.length - 1);
  const folder = new Folder({ '.env': `PORT=x1\n${comment}\n` });
  expect(await folder.run('routes')).toEqual(usageError('PORT must be a whole number from 0 to 65535, not "x1".'));
  folder.write({ '.env': `PORT=x1\n${comment}#\n` });
  expect(await folder.run('routes')).toEqual(
    usageError('The file .env cannot be read: it has more than 1048576 bytes.'),
  );
});

test('a file .env that cannot be read is refused', async () => {
  const { code, stderr } = await new Folder({ '.env/': '' }).run('routes');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^portico: The file \.env cannot be read: .+\n$/);
});

const versions = new Folder({
  ...FILES,
  'rest/v2/getOther.graphql': GET_HELLO.replace('getHello', 'getOther').replace('"/hello"', '"/other"'),
});

test.each([
  ['', { title: 'portico', version: '1' }, ['/hello', '/other']],
  [' --version 1', { title: 'portico', version: '1' }, ['/hello']],
  [' --version 2', { title: 'portico', version: '2' }, ['/hello', '/other']],
  [' --version v2', { title: 'portico', version: '2' }, ['/hello', '/other']],
])('openapi%s prints the document of %j', async (args, info, paths) => {
  const { code, stdout } = await versions.run(`openapi${args}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\{\n {2}"openapi": "3\.1\.0",/);
  const document = JSON.parse(stdout) as { info: object; paths: object };
  expect(document.info).toMatchObject(info);
  expect(Object.keys(document.paths)).toEqual(paths);
});

test.each(['3', '0', '', 'x', '__proto__'])(
  'openapi lists the commands for an unknown version: "%s"',
  async (version) => {
    expect(await versions.run(['openapi', '--version', version])).toEqual(
      usageError(
        `/v${version}/openapi.json does not exist. Available: "portico openapi --version 1", "portico openapi --version 2", "portico openapi".`,
      ),
    );
  },
);

test('openapi has no unversioned paths where only paths choose a version', async () => {
  versions.write({ 'rest/api.json': '{ "versioning": "path" }' });
  expect(await versions.run('openapi')).toEqual(
    usageError(
      '/openapi.json does not exist. Available: "portico openapi --version 1", "portico openapi --version 2".',
    ),
  );
});
