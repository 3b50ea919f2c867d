import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../../src/cli/check.ts';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { DocumentError } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { readApi } from '../../../src/project/readApi.ts';
import { resolveProject } from '../../../src/project/resolveProject.ts';
import { composeService } from '../../../src/service/composeService.ts';
import { DOCUMENTS, compileDocuments } from './support/compileDocuments.ts';

it('counts the endpoints and the versions of good documents', async () => {
  expect(await check(async () => compileDocuments(DOCUMENTS).plan)).toEqual({
    text: 'No errors in 6 endpoints of 2 versions\n',
    json: { ok: true, endpoints: 6, versions: 2, diagnostics: [], warnings: [] },
    ok: true,
    annotations: [],
  });
});

it('counts one endpoint in the singular', async () => {
  const { 'v1/getUser.graphql': getUser = '' } = DOCUMENTS;
  const only = { 'v1/getUser.graphql': getUser.replace('...User', 'id') };
  expect((await check(async () => compileDocuments(only).plan)).text).toBe('No errors in 1 endpoint of 1 version\n');
});

it('finds no errors in the documents of this service', async () => {
  expect(await check(async () => composeService(readSettings({})).rest.plan)).toMatchObject({ ok: true });
});

it('reports every diagnostic with its position, its message and its hint', async () => {
  const diagnostics = [
    { file: 'v1/a.graphql', line: 4, column: 5, message: 'Unknown shape "Person".', hint: 'Known shapes are "User".' },
    { file: 'v2/b.graphql', line: 1, column: 1, message: 'Wrong.', hint: '' },
  ];
  const report = await check(() => Promise.reject(new DocumentError(diagnostics)));
  expect(report).toEqual({
    text: [
      'v1/a.graphql:4:5: Unknown shape "Person".',
      '  hint: Known shapes are "User".',
      'v2/b.graphql:1:1: Wrong.',
      '2 errors\n',
    ].join('\n'),
    json: { ok: false, endpoints: null, versions: null, diagnostics, warnings: [] },
    ok: false,
    annotations: [
      {
        level: 'error',
        title: 'Endpoint document',
        message: 'Unknown shape "Person". Known shapes are "User".',
        file: 'v1/a.graphql',
        line: 4,
        column: 5,
      },
      { level: 'error', title: 'Endpoint document', message: 'Wrong.', file: 'v2/b.graphql', line: 1, column: 1 },
    ],
  });
});

it('counts one error in the singular', async () => {
  const diagnostic = { file: 'v1/a.graphql', line: 4, column: 5, message: 'Wrong.', hint: 'Right.' };
  const { text } = await check(() => Promise.reject(new DocumentError([diagnostic])));
  expect(text).toBe('v1/a.graphql:4:5: Wrong.\n  hint: Right.\n1 error\n');
});

it('lists warnings', async () => {
  const warnings = ['The directive @unwrap of the schema cannot be used in endpoint documents.'];
  const plan = { ...compileDocuments(DOCUMENTS).plan, warnings };
  const report = await check(async () => plan);
  expect(report).toMatchObject({
    text: `warning: ${warnings[0]}\nNo errors in 6 endpoints of 2 versions\n`,
    json: { warnings },
    ok: true,
  });
});

it('annotates words that are not executed yet as warnings', async () => {
  const unsupported = [
    { file: 'v1/a.graphql', line: 4, column: 5, message: 'QUERY is not executed.', hint: 'Use GET.' },
  ];
  const report = await check(async () => ({ ...compileDocuments(DOCUMENTS).plan, unsupported }));
  expect(report.annotations).toEqual([
    expect.objectContaining({
      level: 'warning',
      message: 'QUERY is not executed. Use GET.',
      file: 'v1/a.graphql',
      line: 4,
    }),
  ]);
});

it('passes on errors other than those of documents', async () => {
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
  const checkField = (field: string) => {
    writeFileSync(path.join(folder, 'v1/getFact.graphql'), get(field));
    return check(async () => (await readApi(await resolveProject({ schema, endpoints: folder }))).plan);
  };
  expect((await checkField('text')).text).toBe('No errors in 1 endpoint of 1 version\n');
  expect((await checkField('txt')).text).toContain('Cannot query field "txt" on type "Fact".');
  rmSync(folder, { recursive: true });
});
