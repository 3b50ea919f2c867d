import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../../../src/gateway/cli/check.ts';
import { composeService } from '../../../../src/service/composeService.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { readApi } from '../../../../src/gateway/cli/readApi.ts';
import { DOCUMENTS, compileDocuments } from './support/compileDocuments.ts';

it('counts the endpoints and versions of valid documents', async () => {
  expect(await check(async () => compileDocuments(DOCUMENTS).plan)).toEqual({
    text: 'No errors in 6 endpoints of 2 versions\n',
    json: { ok: true, endpoints: 6, versions: 2, diagnostics: [], warnings: [] },
    ok: true,
  });
});

it('counts one endpoint in the singular', async () => {
  const { 'v1/getUser.graphql': getUser = '' } = DOCUMENTS;
  const only = { 'v1/getUser.graphql': getUser.replace('...User', 'id') };
  expect((await check(async () => compileDocuments(only).plan)).text).toBe('No errors in 1 endpoint of 1 version\n');
});

it('accepts the documents of the service', async () => {
  expect(await check(async () => composeService(readSettings({})).rest.plan)).toMatchObject({ ok: true });
});

it('reports every problem with file, line and a suggested fix', async () => {
  const report = await check(async () =>
    compileDocuments({
      ...DOCUMENTS,
      'v1/getUser.graphql': `query getUser($id: SafeInt!)
@endpoint(method: GET, path: "/users/{id}") {
  user(id: $id) {
    ...Person
  }
}`,
      'v2/getOrder.graphql': `query getOrder($id: SafeInt!)
@endpoint(method: GET, path: "/orders/{number}") { order(id: $id) { id } }`,
    }).plan,
  );
  expect(report.ok).toBe(false);
  expect(report.text.split('\n')).toEqual([
    expect.stringMatching(/v1\/getUser\.graphql:4: There is no shape "Person"\. Known are: User\.$/),
    expect.stringMatching(/v2\/getOrder\.graphql:1: .*\{number\}.* Declare \$number, or rename the placeholder\.$/),
    'Found 2 problems.',
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

it('rethrows an error that is not about documents', async () => {
  const compile = async () => {
    throw new Error('The database is on fire.');
  };
  await expect(check(compile)).rejects.toThrow('The database is on fire.');
});

it('checks the documents of another API against its own schema', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'other-api-'));
  const schema = path.join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { fact(id: ID!): Fact } type Fact { text: String! }');
  mkdirSync(path.join(folder, 'v1'));
  const get = (field: string) =>
    `query getFact($id: ID!) @endpoint(method: GET, path: "/facts/{id}") { fact(id: $id) { ${field} } }`;
  const reportFor = (field: string) => {
    writeFileSync(path.join(folder, 'v1/getFact.graphql'), get(field));
    return check(async () => (await readApi(readSettings({}), { schema, endpoints: folder })).plan);
  };
  expect((await reportFor('text')).text).toBe('No errors in 1 endpoint of 1 version\n');
  expect((await reportFor('txt')).text).toContain('Cannot query field "txt" on type "Fact".');
  rmSync(folder, { recursive: true });
});
