import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { renderFirstSteps } from '../../../../src/service/cli/renderFirstSteps.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const url = 'http://127.0.0.1:4000';
const commandOf = (text: string) => text.split('\n').find((line) => line.startsWith('  curl')) ?? '';

/** The words of the command after shell expansion, with stubs of `npm` and `curl` that print their arguments. */
function pasted(command: string): string[] {
  const script = `npm() { printf '%s' "[$DATA_DIR|$*]"; }; curl() { printf '%s\\n' "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'theirs' } })
    .trimEnd()
    .split('\n');
}

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
    { VERSIONING: 'header' },
    `${url}/x`,
    ['-H', 'Authorization: Bearer [|exec -- portico token --scope products:read]', `${url}/x/products?limit=3`],
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
