import { describe, expect, test } from 'vitest';
import { describedOperation } from '../support/described.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

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

/** The media types of the body, and whether an Idempotency-Key is a parameter. */
function bodyOf(text: string, conventions: object) {
  const documents = { 'conventions.json': JSON.stringify(conventions), 'v1/a.graphql': text };
  const { requestBody, parameters = [] } = describedOperation(schema, documents);
  return [Object.keys(requestBody!.content), parameters.some(({ name }) => name === 'Idempotency-Key')];
}

describe('the files of a body', () => {
  const form = 'multipart/form-data';
  const json = 'application/json';
  const conventions = { uploads: { maxBytes: 1000 }, idempotencyKey: 'OPTIONAL' };
  // The convention of keys gives way to files.
  test.each<[promise: string, text: string, types: string[], hasKey: boolean, own?: object]>([
    ['are in a form', add(MULTIPART, '$file: Upload', 'file: $file'), [form], false],
    ['are in lists', add(MULTIPART, '$files: [Upload!]', 'files: $files'), [form], false],
    ['are in input objects', add(MULTIPART, '$input: BookInput!', 'input: $input'), [form], false],
    [
      'are in an input object as a whole, beside JSON',
      add(
        ', consumes: ["application/json", "multipart/form-data"], body: "input"',
        '$input: BookInput!',
        'input: $input',
      ),
      [json, form],
      false,
    ],
    ['are the whole body', add(', body: "file"', '$file: Upload!', 'file: $file'), ['*/*'], false],
    [
      'are the whole body of some types',
      add(', consumes: ["image/png", "application/json"], body: "file"', '$file: Upload', 'file: $file'),
      ['image/png', json],
      false,
    ],
    ['are none in a form of texts', add(MULTIPART, '$id: ID', 'id: $id'), [form], true],
    ['are none without a form', add('', '$id: ID', 'id: $id'), [json], true],
    [
      'are no files where the conventions describe the scalar',
      add('', '$file: Upload', 'file: $file'),
      [json],
      true,
      { scalars: { Upload: { type: 'string' } } },
    ],
  ])('%s', (_, text, types, hasKey, own) => {
    expect(bodyOf(text, { ...conventions, ...own })).toEqual([types, hasKey]);
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
  expect(faultsOf(recursive, text)).toEqual([]);
});
