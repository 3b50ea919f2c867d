import { expect, test } from 'vitest';
import { checkConventionNames } from '../../../../src/gateway/document/checkConventionNames.ts';
import { readVersions } from '../../../../src/gateway/document/readVersions.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { withFolder } from './support/withFolder.ts';

const endpoint = (name: string, more = '') =>
  `query ${name} @endpoint(method: GET, path: "/${name}"${more}) { shelves { name } }`;
const limits = (...names: string[]) =>
  JSON.stringify({ rateLimit: Object.fromEntries(names.map((name) => [name, '5/60'])) });

const faultsOf = (files: Record<string, string>) =>
  withFolder(files, (folder) => {
    const collector = new DiagnosticCollector();
    checkConventionNames(readVersions(folder, collector), collector);
    return collector.diagnostics.map(
      ({ file, line, column, message, hint }) =>
        `${file.replace(folder, '').replace(/^\//, '')}:${line}:${column}: ${message} | ${hint}`,
    );
  });

test('an unknown operation is refused', () => {
  const files = { 'conventions.json': limits('listBook', 'listBooks'), 'v1/a.graphql': endpoint('listBooks') };
  expect(faultsOf(files)).toEqual([
    'conventions.json:1:15: Unknown operation "listBook"; did you mean "listBooks"? | The operations are "listBooks".',
  ]);
});

test('an operation is known in the version of the file and in those that inherit it', () => {
  const files = {
    'conventions.json': limits('books', 'authors', 'shelves'),
    'v1/books.graphql': endpoint('books'),
    'v1/authors.graphql': endpoint('authors'),
    'v2/authors.graphql': endpoint('authors', ', removed: true'),
    'v2/shelves.graphql': endpoint('shelves'),
    'v2/conventions.json': limits('books', 'authors', 'shelves'),
  };
  expect(faultsOf(files)).toEqual([
    'v2/conventions.json:1:30: Unknown operation "authors". | The operations are "books", "shelves".',
  ]);
});

test('the description of an unknown tag is refused', () => {
  const files = {
    'conventions.json': '{"tags": {"books": "All books.", "root": "The entrance.", "book": "One."}}',
    'v1/books.graphql': endpoint('books'),
    'v1/root.graphql': 'query root @endpoint(method: GET, path: "/") { shelves { name } }',
  };
  expect(faultsOf(files)).toEqual([
    'conventions.json:1:59: Unknown tag "book"; did you mean "books"? | The tags are "books", "root".',
  ]);
});
