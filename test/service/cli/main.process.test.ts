// The program of the service as a process: its output, its exit codes and its help.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { PORTICO, environmentOf, runProgram } from '../../promises/support/startProgram.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const DATA_DIR = mkdtempSync(join(tmpdir(), 'portico-main-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));
const run = (...args: string[]) => runProgram(args, { DATA_DIR });

describe.concurrent('a command that only reads', () => {
  test.each([
    [['check'], /^No errors in \d+ endpoints of \d+ versions\n$/],
    [['routes'], /^VERSION +METHOD +PATH +OPERATION +FILE +AUTH +KEY +SCOPES\nv1 /],
    [['openapi', '--version', '2'], /^\{\n {2}"openapi": "3\.1\.0",\n/],
    [['explain', 'GET', '/v1/orders/5?expand=user'], /^GET \/v1\/orders\/5\?expand=user\n\nThis request\n/],
    [['schema', '--subgraph', 'users'], /^extend schema @link\(/],
  ])('%j prints to standard output with exit code 0, and writes no file', async (args, output) => {
    expect(await run(...args)).toEqual({ code: 0, stdout: expect.stringMatching(output), stderr: '' });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test.each([[['check']], [['routes']], [['explain', 'GET', '/users']]])('%j prints JSON with --json', async (args) => {
    const { code, stdout } = await run(...args, '--json');
    expect({ code, json: JSON.parse(stdout) as unknown }).toEqual({ code: 0, json: expect.any(Object) });
  });
});

describe.concurrent('an exit code', () => {
  test.each([
    [['explain', 'GET', '/nothing'], '"portico routes"', ''],
    [
      ['check', '--schema', 'package.json', '--endpoints', 'schema/rest'],
      '',
      'portico: package.json is not the result of an introspection. It must have the property __schema, or data.__schema.\n',
    ],
  ])('of %j is 1', async (args, stdout, stderr) => {
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: expect.stringContaining(stdout),
      stderr: expect.stringContaining(stderr),
    });
  });

  test.each([[[]], [['--subgraph', 'users']]])(
    'of serve %j at a port that is taken is 1, and nothing is created',
    async (args) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const folder = join(DATA_DIR, 'absent');
      const refused = await runProgram(['serve', ...args], { DATA_DIR: folder, PORT: String(port) });
      other.close();
      expect(refused).toEqual({
        code: 1,
        stdout: '',
        stderr: `portico: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port (0 takes any free one).\n`,
      });
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each([
    [['check', '--nonsense'], "error: unknown option '--nonsense'"],
    [['explain', 'GET'], "error: missing required argument 'path'"],
    [['schema', '--format', 'xml'], 'Allowed choices are sdl, introspection.'],
    [['nonsense'], "error: unknown command 'nonsense'"],
    [['token'], "error: required option '--scope <scopes>' not specified"],
    [['token', '--scope', 'nonsense'], 'portico: --scope must be a list of forecast:read, '],
    [['token', '--scope', 'users:read', '--expires', '1y'], 'portico: --expires must be a number and a unit'],
    [['token', '--scope', 'users:read', '--expires', '7d'], 'portico: --expires must be at most 24h, not "7d": '],
    [['keys', 'rotate', 'x'], "error: too many arguments for 'rotate'"],
    [['compose', '--url', 'users'], 'portico: --url must have the form name=url'],
    [['serve', '--upstream', 'nonsense'], 'portico: --upstream must be an http or https URL'],
    [['serve', '--schema', 'x.graphql'], 'portico: --schema requires --upstream.'],
    [['serve', '--forward-header', 'x'], 'portico: --forward-header requires --upstream.'],
    [['serve', '--upstream', 'http://x', '--subgraph', 'users'], '--subgraph and --upstream cannot be combined.'],
    [['check', '--endpoints', 'examples/github/endpoints'], 'portico: --schema FILE or --upstream URL is required: '],
    [['routes', '--schema', 'package.json'], 'portico: --endpoints is required: '],
    [['openapi', '--version', '7'], 'portico: /v7/openapi.json does not exist. Available: '],
    [['schema', '--subgraph', 'x'], 'portico: The subgraph "x" does not exist; '],
    [
      ['serve', '--subgraph', 'x'],
      'portico: The subgraph "x" does not exist; it must be one of users, orders, products, forecast.\n',
    ],
    [
      ['check', '--schema', '/nowhere', '--endpoints', 'schema/rest'],
      'portico: --schema: the file /nowhere cannot be read. ENOENT: no such file or directory.\n',
    ],
    [
      ['check', '--schema', 'package.json', '--endpoints', '/nowhere'],
      'portico: --endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.\n',
    ],
    [
      ['serve', '--upstream', 'http://127.0.0.1:9/', '--schema', '.'],
      'portico: --schema: the file ' + process.cwd() + ' cannot be read. EISDIR: illegal operation on a directory.\n',
    ],
  ])('of %j is 2', async (args, stderr) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test.each([
    [{ PORT: 'http' }, 'portico: PORT must be a whole number from 0 to 65535, not "http".\n'],
    [{ WORKERS: '2' }, 'portico: WORKERS=2 requires DATABASE_URL: '],
    [{ DATABASE_URL: 'postgres://u:hunter2@h:p/d' }, 'portico: DATABASE_URL must be a URL such as postgresql://'],
    [{ DATABASE_URL: 'postgres://h/d?sslmode=x' }, 'portico: DATABASE_URL: the parameter sslmode must be disable, '],
    [{ DEFAULT_API_VERSION: '2' }, 'portico: DEFAULT_API_VERSION is a property of the API: '],
  ])('of serve with %j is 2', async (env, stderr) => {
    const refused = await runProgram(['serve'], { DATA_DIR, ...env });
    expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(refused.stderr).not.toContain('hunter2');
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

const COMMANDS = [
  'serve',
  'doctor',
  'token',
  'check',
  'routes',
  'openapi',
  'explain',
  'usage',
  'contracts',
  'schema',
  'compose',
  'migrate',
  'backup',
  'restore',
  'copy',
];

describe.concurrent('help', () => {
  test.each(COMMANDS)('of %s has an example and the exit codes', async (command) => {
    const { code, stdout } = await run(command, '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`\nExamples:\n {2}(?:\\S+=\\S+ )?portico ${command}\\b`));
    expect(stdout).toMatch(/\nExit codes: 0 success, 1 .+, 2 invalid arguments or settings\.\n$/);
  });

  test('of the program names every command', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const command of [...COMMANDS, 'keys']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
  });
});

test('a closed pipe ends it without an error', async () => {
  const command = `"${process.execPath}" ${PORTICO.join(' ')} openapi | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', command]);
  expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: '' });
});

describe('a configuration in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-configured-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runThere = (args: string[], settings: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [...PORTICO, ...args], {
      cwd: folder,
      env: environmentOf({ DATA_DIR: join(folder, 'data'), PORT: '0', ...settings }),
    }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  const configure = (config: object) => writeFileSync(join(folder, 'portico.config.json'), JSON.stringify(config));

  test.each([['serve'], ['mcp'], ['doctor']])('is what %s serves, as the package does', async (command) => {
    configure({ schema: 'nowhere.graphql', endpoints: 'rest' });
    expect(await runThere([command])).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^portico: portico\.config\.json has no upstream: pass --upstream URL/) as string,
    });
    configure({ upstream: 'http://127.0.0.1:1/', schema: 'nowhere.graphql', endpoints: 'rest' });
    const { code, stderr } = await runThere([command, '--json'].slice(0, command === 'doctor' ? 2 : 1));
    expect(code).toBe(command === 'doctor' ? 1 : 2);
    if (command !== 'doctor') expect(stderr).toContain('portico.config.json: schema: the file');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('of another name is that of --config', async () => {
    configure({});
    expect(await runThere(['serve', '--config', 'none.json'])).toEqual({
      code: 2,
      stderr: 'portico: --config: the file none.json does not exist.\n',
    });
  });

  test('is none of a subgraph', async () => {
    configure({ schema: 'nowhere.graphql', endpoints: 'rest' });
    expect(await runThere(['serve', '--subgraph', 'people'])).toMatchObject({
      stderr: expect.stringContaining('people') as string,
    });
  });
});
