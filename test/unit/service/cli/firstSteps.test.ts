import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { firstSteps } from '../../../../src/service/cli/firstSteps.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const url = 'http://127.0.0.1:4000';
const commandOf = (text: string) => text.split('\n').find((line) => line.startsWith('  curl')) ?? '';

/** The command as a shell understands it, with `npm` and `curl` in place that print what they were given. */
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
  expect(pasted(commandOf(firstSteps(readSettings(env), at, env)))).toEqual(words);
});

it('says where REST, GraphQL and the reference are', () => {
  const text = firstSteps(readSettings({}), url, {});
  expect(text).toContain(`ready at ${url}\n`);
  expect(text).toContain(`GraphQL is at ${url}/graphql`);
  expect(text).toContain(`${url}/docs tells`);
});
