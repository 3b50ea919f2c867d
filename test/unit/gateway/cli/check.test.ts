import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../../../src/gateway/cli/check.ts';
import { composeService } from '../../../../src/service/composeService.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { readService } from '../../../../src/service/cli/readService.ts';
import { DOCUMENTS, serviceOf } from './support/serviceOf.ts';

it('counts the endpoints and the versions of good documents', async () => {
  expect(await check(async () => serviceOf(DOCUMENTS))).toEqual({
    text: '6 endpoints in 2 versions are good.\n',
    json: { ok: true, endpoints: 6, versions: 2, mistakes: [], warnings: [] },
    ok: true,
  });
});

it('counts one endpoint in the singular', async () => {
  const { 'v1/getUser.graphql': getUser = '' } = DOCUMENTS;
  const only = { 'v1/getUser.graphql': getUser.replace('...User', 'id') };
  expect((await check(async () => serviceOf(only))).text).toBe('1 endpoint in 1 version is good.\n');
});

it('finds the documents of this service good', async () => {
  expect(await check(async () => composeService(readSettings({})))).toMatchObject({ ok: true });
});

it('tells every mistake with its file, its line and its mend', async () => {
  const report = await check(async () =>
    serviceOf({
      ...DOCUMENTS,
      'v1/getUser.graphql': `query getUser($id: SafeInt!)
@endpoint(method: GET, path: "/users/{id}") {
  user(id: $id) {
    ...Person
  }
}`,
      'v2/getOrder.graphql': `query getOrder($id: SafeInt!)
@endpoint(method: GET, path: "/orders/{number}") { order(id: $id) { id } }`,
    }),
  );
  expect(report.ok).toBe(false);
  expect(report.text.split('\n')).toEqual([
    expect.stringMatching(/v1\/getUser\.graphql:4: There is no shape "Person"\. Known are: User\.$/),
    expect.stringMatching(/v2\/getOrder\.graphql:1: .*\{number\}.* Declare \$number, or rename the placeholder\.$/),
    '2 mistakes.',
    '',
  ]);
  expect(report.json).toMatchObject({
    ok: false,
    endpoints: null,
    versions: null,
    mistakes: [
      { file: expect.stringContaining('v1/getUser.graphql'), line: 4, mend: 'Known are: User.' },
      { file: expect.stringContaining('v2/getOrder.graphql'), line: 1 },
    ],
    warnings: [],
  });
});

it('passes on what is no mistake in a document', async () => {
  const compose = async () => {
    throw new Error('The database is on fire.');
  };
  await expect(check(compose)).rejects.toThrow('The database is on fire.');
});

it('checks the documents of another API against its own schema', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'other-api-'));
  const schema = path.join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { fact(id: ID!): Fact } type Fact { text: String! }');
  mkdirSync(path.join(folder, 'v1'));
  const get = (field: string) =>
    `query getFact($id: ID!) @endpoint(method: GET, path: "/facts/{id}") { fact(id: $id) { ${field} } }`;
  const tell = (field: string) => {
    writeFileSync(path.join(folder, 'v1/getFact.graphql'), get(field));
    return check(() => readService(readSettings({}), { schema, endpoints: folder }));
  };
  expect((await tell('text')).text).toBe('1 endpoint in 1 version is good.\n');
  expect((await tell('txt')).text).toContain('Cannot query field "txt" on type "Fact".');
  await expect(readService(readSettings({}), { schema })).rejects.toThrow('--schema needs --endpoints');
  rmSync(folder, { recursive: true });
});
