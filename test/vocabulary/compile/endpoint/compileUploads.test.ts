import { describe, expect, test } from 'vitest';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

const schema = `
  scalar Upload
  type Query { size(file: Upload, id: ID): Int }
  type Mutation { add(input: BookInput, file: Upload, files: [Upload!], id: ID): String }
  input BookInput { title: String cover: Cover }
  input Cover { file: Upload }
`;
const MULTIPART = ', consumes: ["multipart/form-data"]';
const add = (more: string, variables: string, given: string, arg = '') =>
  `mutation m(${variables}) @endpoint(method: POST, path: "/b"${more})${arg} { add(${given}) }`;
const conventions = { 'conventions.json': '{ "uploads": { "maxBytes": 1000 }, "idempotencyKey": "OPTIONAL" }' };

describe('the files of a body', () => {
  const limits = { maxBytes: 1000, maxFiles: 10 };
  test.each<[string, string, object]>([
    [
      'in a form',
      add(MULTIPART, '$file: Upload', 'file: $file'),
      { uploads: limits, consumes: ['multipart/form-data'] },
    ],
    ['in lists', add(MULTIPART, '$files: [Upload!]', 'files: $files'), { uploads: limits }],
    ['in input objects', add(MULTIPART, '$input: BookInput!', 'input: $input'), { uploads: limits }],
    [
      'in an input object as a whole, beside JSON',
      add(
        ', consumes: ["application/json", "multipart/form-data"], body: "input"',
        '$input: BookInput!',
        'input: $input',
      ),
      { uploads: limits, consumes: ['application/json', 'multipart/form-data'] },
    ],
    [
      'of fewer bytes',
      add(MULTIPART, '$file: Upload @param(maxLength: 10)', 'file: $file'),
      { uploads: { ...limits, maxBytes: 10 } },
    ],
    [
      'of as many bytes as the largest has',
      add(
        MULTIPART,
        '$file: Upload @param(maxLength: 10), $files: [Upload!] @param(maxLength: 2000, maxItems: 2)',
        'file: $file, files: $files',
      ),
      { uploads: limits },
    ],
    [
      'that are the whole body',
      add(', body: "file"', '$file: Upload!', 'file: $file'),
      { uploads: { maxBytes: 1000, maxFiles: 1, isWhole: true }, consumes: ['*/*'] },
    ],
    [
      'that are the whole body of some types',
      add(', consumes: ["image/png", "application/json"], body: "file"', '$file: Upload', 'file: $file'),
      { uploads: { maxBytes: 1000, maxFiles: 1, isWhole: true }, consumes: ['image/png', 'application/json'] },
    ],
  ])('are bounded %s', (_, text, plan) => {
    const compiled = compileOne(schema, { ...conventions, 'v1/a.graphql': text });
    expect(compiled).toMatchObject(plan);
    // The convention gives way.
    expect(compiled).not.toHaveProperty('idempotencyKey');
  });

  test('are none in a form of texts, and without a form', () => {
    const form = add(MULTIPART, '$id: ID', 'id: $id');
    expect(compileOne(schema, { ...conventions, 'v1/a.graphql': form })).toMatchObject({
      uploads: { maxBytes: 1000, maxFiles: 0 },
      idempotencyKey: 'OPTIONAL',
    });
    expect(compileOne(schema, { 'v1/a.graphql': add('', '$id: ID', 'id: $id') })).not.toHaveProperty('uploads');
  });

  test('are no files where the conventions describe the scalar', () => {
    const own = { 'conventions.json': '{ "scalars": { "Upload": { "type": "string" } } }' };
    const plan = compileOne(schema, { ...own, 'v1/a.graphql': add('', '$file: Upload', 'file: $file') });
    expect(plan).not.toHaveProperty('uploads');
  });
});

describe('an Upload is refused', () => {
  const needed = 'Upload needs multipart/form-data. Add consumes: ["multipart/form-data"], or make it the whole body.';
  const misplaced =
    'A file cannot be in the query. Put it into a body of multipart/form-data, or make it the whole body.';
  testFaults(schema, [
    ['in JSON', add('', '▶$file: Upload', 'file: $file'), needed],
    [
      'in a form without parts',
      add(', consumes: ["application/x-www-form-urlencoded"]', '▶$file: Upload', 'file: $file'),
      needed,
    ],
    ['inside of an input object', add('', '▶$input: BookInput', 'input: $input'), needed],
    [
      'in the query of a GET',
      'query q(▶$file: Upload) @endpoint(method: GET, path: "/b") { size(file: $file) }',
      misplaced,
    ],
    [
      'in the query of a form',
      add(MULTIPART, '▶$file: Upload @param(in: QUERY), $id: ID', 'file: $file, id: $id'),
      misplaced,
    ],
    ['in a list that is the whole body', add(', body: "files"', '▶$files: [Upload!]', 'files: $files'), needed],
    [
      'beside a whole body',
      add(`${MULTIPART}, body: "input"`, '$input: BookInput!, ▶$file: Upload', 'input: $input, file: $file'),
      misplaced,
    ],
    [
      'with an Idempotency-Key',
      add(`${MULTIPART}, idempotencyKey: ▶OPTIONAL`, '$file: Upload', 'file: $file'),
      'idempotencyKey compares requests, but the content of files is not kept. Remove it, or take no Upload.',
    ],
  ]);
});

test('an Upload is searched once in each input type, however often they refer to each other', () => {
  const names = Array.from({ length: 14 }, (_, at) => `Filter${at}`);
  const fields = names.map((name) => `in${name}: ${name}`).join(' ');
  const filters = names.map((name) => `input ${name} { ${fields} }`).join('\n');
  const recursive = `scalar Upload type Query { a: String } type Mutation { mark(where: Filter0, file: Upload): String } ${filters}`;
  const text = 'mutation mark($where: Filter0) @endpoint(method: POST, path: "/marks") { mark(where: $where) }';
  expect(compileOne(recursive, { 'v1/mark.graphql': text })).toMatchObject({ name: 'mark', method: 'POST' });
});
