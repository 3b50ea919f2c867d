import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { UsageError } from '../../../src/project/UsageError.ts';
import { type ServeOptions, renderFirstSteps, selectMode } from '../../../src/service/cli/selectMode.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';

const settings = readServiceSettings({});
const upstream = 'http://localhost:4100/graphql';

describe('selectMode', () => {
  test.each<[string, ServeOptions, boolean]>([
    ['the service', {}, true],
    ['one subgraph', { subgraph: 'users' }, true],
    ['a façade with the documents of the service', { upstream }, false],
    ['a façade with other documents', { upstream, endpoints: 'rest', schema: 'x.graphql' }, false],
  ])('selects %s', (_, options, opensDatabase) => {
    expect(selectMode(settings, options, {}).singleProcess !== undefined).toBe(opensDatabase);
  });

  test.each<[ServeOptions, string]>([
    [{ upstream, subgraph: 'users' }, '--subgraph and --upstream cannot be combined.'],
    [{ schema: 'x' }, '--schema requires --upstream.'],
    [{ endpoints: 'x' }, '--endpoints requires --upstream.'],
    [{ upstreamHeader: ['a: b'] }, '--upstream-header requires --upstream.'],
    [{ config: 'portico.config.ts', subgraph: 'users' }, '--subgraph and --config cannot be combined.'],
    [{ forwardHeader: ['a'], subgraph: 'users' }, '--forward-header requires --upstream.'],
  ])('refuses %j', (options, message) => {
    expect(() => selectMode(settings, options, {})).toThrow(new UsageError(message));
  });

  test('refuses a safelist for a subgraph', () => {
    const safelisted = readServiceSettings({ GRAPHQL_SAFELIST: 'operations.json' });
    expect(() => selectMode(safelisted, { subgraph: 'users' }, {})).toThrow(
      new UsageError(
        '--subgraph and GRAPHQL_SAFELIST cannot be combined: a router sends operations of its own to a subgraph. Configure the safelist in the router.',
      ),
    );
  });

  describe.each<ServeOptions>([{}, { subgraph: 'users' }])('the mode of %j', (options) => {
    test('is for one process over the embedded database', () => {
      const { singleProcess, prepare } = selectMode(settings, options, {});
      expect(singleProcess).toMatch(/^requires DATABASE_URL: /);
      expect(prepare).toBeUndefined();
    });

    test('prepares a server for several processes', () => {
      const overServer = readServiceSettings({ DATABASE_URL: 'postgres://db/shop' });
      const { singleProcess, prepare } = selectMode(overServer, options, {});
      expect(singleProcess).toBeUndefined();
      expect(prepare).toBeInstanceOf(Function);
    });
  });
});

const url = 'http://127.0.0.1:4000';
const commandOf = (text: string) => text.split('\n').find((line) => line.startsWith('  curl')) ?? '';

/** The words of the command after shell expansion, with stubs of `npm` and `curl` that print their arguments. */
function pasted(command: string): string[] {
  const script = `npm() { printf '%s' "[$DATA_DIR|$*]"; }; curl() { printf '%s\\n' "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'theirs' } })
    .trimEnd()
    .split('\n');
}

describe('renderFirstSteps', () => {
  it.each<[Record<string, string>, string, string[]]>([
    [
      {},
      url,
      ['-H', 'Authorization: Bearer [|exec -- portico token --scope products:read]', `${url}/v1/products?limit=3`],
    ],
    [
      { DATA_DIR: "it's here" },
      url,
      [
        '-H',
        "Authorization: Bearer [it's here|exec -- portico token --scope products:read]",
        `${url}/v1/products?limit=3`,
      ],
    ],
    [
      { AUTH_SECRET: 'a secret of at least thirty-two bytes' },
      url,
      ['-H', 'Authorization: Bearer theirs', `${url}/v1/products?limit=3`],
    ],
  ])('can be pasted under %j', (env, at, words) => {
    expect(pasted(commandOf(renderFirstSteps(readSettings(env), at, env)))).toEqual(words);
  });

  it('names the addresses of REST, GraphQL and the reference', () => {
    const text = renderFirstSteps(readSettings({}), url, {});
    expect(text).toContain(`ready at ${url}\n`);
    expect(text).toContain(`GraphQL is at ${url}/graphql`);
    expect(text).toContain(`The API reference is at ${url}/docs`);
  });
});
