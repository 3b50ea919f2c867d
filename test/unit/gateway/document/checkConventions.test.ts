import { describe, expect, test } from 'vitest';
import { checkConventionNames } from '../../../../src/gateway/document/checkConventions.ts';
import { readVersions } from '../../../../src/gateway/document/readVersions.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';
import { withFolder } from './support/withFolder.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };
const conventions = (text: string) => diagnose({ ...document, 'conventions.json': text });
const ENUMS = 'The enums of the schema are "Genre", "Method".';

describe('checkConventions', () => {
  test.each([
    [
      '{"enums": {\n  "Genr": "lowercase"}}',
      [`conventions.json:2:3: Unknown enum "Genr"; did you mean "Genre"? | ${ENUMS}`],
    ],
    ['{"enums": {"Book": "lowercase"}}', [`conventions.json:1:12: Unknown enum "Book". | ${ENUMS}`]],
    [
      '{"enums": {"Genre": {"FACTS": "x"}}}',
      [
        'conventions.json:1:22: Unknown enum value "FACTS" of Genre; did you mean "FACT"? | The values of Genre are "FICTION", "FACT".',
      ],
    ],
    [
      '{"enums": {"Genre": {"FACT": "x",\n "FICTION": "x"}}}',
      [
        'conventions.json:1:30: The enum values FACT and FICTION of Genre have the same text "x". | Write another text for one of them.',
      ],
    ],
    [
      '{"enums": {"Genre": {"FICTION": "FACT"}}}',
      [
        'conventions.json:1:33: The enum values FACT and FICTION of Genre have the same text "FACT". | Write another text for one of them.',
      ],
    ],
    [
      '{"scalars": {"Isbm": {"type": "string"}, "Int": {"type": "string"}, "Book": {"type": "any"}}}',
      [
        'conventions.json:1:14: Unknown scalar "Isbm"; did you mean "Isbn"? | The custom scalars are "Isbn".',
        'conventions.json:1:42: The built-in scalar Int cannot have a convention. | Remove it; @param describes the values of single parameters.',
        'conventions.json:1:69: Unknown scalar "Book". | The custom scalars are "Isbn".',
      ],
    ],
    [
      '{"names": {"Book.titel": "name", "Boc.title": "name", "Book.title": "first-name", "Genre.FACT": "x"}}',
      [
        expect.stringMatching(
          /^conventions.json:1:12: Unknown field "titel" of Book; did you mean "title"\? \| The fields of Book are /,
        ),
        expect.stringMatching(
          /^conventions.json:1:34: Unknown type "Boc"; did you mean "Book"\? \| The types with fields are /,
        ),
        'conventions.json:1:69: "first-name" cannot be the name of Book.title: it is not a name of GraphQL. | Use letters, digits and "_".',
        expect.stringMatching(/^conventions.json:1:83: Unknown type "Genre"/),
      ],
    ],
    [
      '{"enums": {"__typename": {"Book": "Shelf", "Shef": "x"}}}',
      [
        'conventions.json:1:35: The types Book and Shelf have the same text "Shelf". | Write another text for one of them.',
        expect.stringMatching(
          /^conventions.json:1:44: Unknown object type "Shef"; did you mean "Shelf"\? \| The object types of the schema are /,
        ),
      ],
    ],
    ['{"names": {"Book.title": "name"}, "enums": {"__typename": "kebab-case"}}', []],
    [
      '{"scalars": {"ID": {"type": "boolean"}}}',
      [
        'conventions.json:1:29: "scalars.ID.type" must be "string" or "integer". | In GraphQL an ID is a text or an integer.',
      ],
    ],
    ['{"scalars": {"ID": {"type": "integer"}}}', []],
    [
      '{"page": {"max": 10, "default": 11}}',
      ['conventions.json:1:33: page.default 11 is above page.max 10. | Change one of them.'],
    ],
    [
      '{"page": {"default": 101}}',
      ['conventions.json:1:22: page.default 101 is above page.max 100. | Change one of them.'],
    ],
    ['{"page": {"max": 10}}', []],
    ['{"scalars": {"UUID": {"type": "string"}, "Isbn": {"type": "integer"}}, "enums": {"*": "lowercase"}}', []],
  ])('%s', (text, diagnostics) => {
    expect(conventions(text)).toEqual(diagnostics);
  });

  test('the default and the maximum of pages can be those of several files', () => {
    const files = {
      ...document,
      'conventions.json': '{"page": {"default": 50}}',
      'v1/conventions.json': '{"page": {"max": 50}}',
      'v2/conventions.json': '{"page": {\n"max": 20}}',
      'v3/conventions.json': '{"page": {"default": 20}}',
    };
    expect(diagnose(files)).toEqual([
      'v2/conventions.json:2:8: page.default 50 is above page.max 20. | Change one of them.',
    ]);
  });

  test('an inherited convention is reported once, in the file that has it', () => {
    const files = {
      ...document,
      'conventions.json': '{"enums": {"A": "schema"}}',
      'v1/conventions.json': '{"enums": {"B": "schema"}}',
      'v2/conventions.json': '{\n"enums": {"A": "lowercase"}}',
    };
    expect(diagnose(files)).toEqual([
      `conventions.json:1:12: Unknown enum "A". | ${ENUMS}`,
      `v1/conventions.json:1:12: Unknown enum "B". | ${ENUMS}`,
      `v2/conventions.json:2:11: Unknown enum "A". | ${ENUMS}`,
    ]);
  });
});

const items = 'page.body must have {items} once, as a text of its own. | Write "{items}" in one place.';
const known =
  'It has {items}, {pagination}, {limit}, {offset}, {page}, {total}, {totalPages}, {nextCursor}, {prevCursor}, {hasMore}, {url}, {self}, {first}, {prev}, {next}, {last}.';

const envelope = '{"items": "data", "info": "page"}';

describe('checkPageBody', () => {
  test.each([
    ['{"{list}": "{items}", "of": [{"n": "{total? }items"}], "same": ["{self}", null, 1]}', []],
    ['"{items}"', []],
    ['{"a": "{items}", "b": {"c": "x{nope}"}}', [`conventions.json:1:46: page.body has no {nope}. | ${known}`]],
    ['{"a": "{items}", "b": "{total:int}"}', [`conventions.json:1:40: page.body has no {total:int}. | ${known}`]],
    ['{"a": "{items}", "b": "{selection}"}', [`conventions.json:1:40: page.body has no {selection}. | ${known}`]],
    ['"{selection}"', []],
    ['{"a": "{items}", "b": "{list}"}', [`conventions.json:1:40: page.body has no {list}. | ${known}`]],
    ['{"a": "{items}", "{total}": 1}', ['conventions.json:1:35: page.body has no {total} in a key. | It has {list}.']],
    ['{"a": "{limit}"}', [`conventions.json:1:18: ${items}`]],
    ['{"a": "{items}", "b": "{items}"}', [`conventions.json:1:18: ${items}`]],
    ['{"a": "all {items}"}', [`conventions.json:1:18: ${items}`]],
    ['{"a": "{items?}"}', [`conventions.json:1:18: ${items}`]],
    ['{"a": "{items:string}"}', [`conventions.json:1:18: ${items}`]],
  ])('the page.body %s', (body, diagnostics) => {
    expect(diagnose({ ...document, 'conventions.json': `{"page":{"body":${' '}${body}}}` })).toEqual(diagnostics);
  });

  test('an envelope beside it is refused; a file below has the other instead', () => {
    const both = { ...document, 'conventions.json': `{"page":{"envelope":${envelope},"body":{"a":"{items}"}}}` };
    expect(diagnose(both)).toEqual(['conventions.json:1:10: page.body excludes page.envelope. | Remove one of them.']);
    expect(
      diagnose({
        ...document,
        'conventions.json': `{"page":{"envelope":${envelope}}}`,
        'v1/conventions.json': '{"page":{"body":{"a":"{items}"}}}',
        'v2/conventions.json': `{"page":{"envelope":${envelope}}}`,
      }),
    ).toEqual([]);
    expect(diagnose({ ...document, 'conventions.json': '{"page":{"envelope":null,"body":{"a":"{items}"}}}' })).toEqual(
      [],
    );
  });
});

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

describe('checkConventionNames', () => {
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
});
