import { describe, expect, test } from 'vitest';
import { libraryFaults, query } from '../support/library.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };
const conventions = (text: string) => libraryFaults({ ...document, 'conventions.json': text });
const ENUMS = 'Known enums are "Genre", "Method".';

const same = (what: string, text: string, place: string) =>
  `The ${what} have the same text "${text}". Write another text for one of them in "${place}".`;
const above = (size: number, most: number) => `page.default ${size} is above page.max ${most}. Change one of them.`;

describe('checkConventions', () => {
  test.each<[text: string, ...diagnostics: unknown[]]>([
    ['{"enums": {"Book": "lowercase"}}', `1:12: Unknown enum "Book". ${ENUMS}`],
    [
      '{"enums": {"Genre": {"FACTS": "x"}}}',
      '1:22: Unknown value "FACTS" of Genre; did you mean "FACT"? Known values of Genre are "FICTION", "FACT".',
    ],
    [
      '{"enums": {"Genre": {"FACT": "x",\n "FICTION": "x"}}}',
      `1:30: ${same('values of Genre FACT and FICTION', 'x', 'enums.Genre')}`,
    ],
    [
      '{"enums": {"Genre": {"FICTION": "FACT"}}}',
      `1:33: ${same('values of Genre FACT and FICTION', 'FACT', 'enums.Genre')}`,
    ],
    [
      '{"scalars": {"Isbm": {"type": "string"}, "Int": {"type": "string"}, "Book": {"type": "any"}}}',
      '1:14: Unknown scalar "Isbm"; did you mean "Isbn"? Known scalars are "Isbn".',
      '1:42: The built-in scalar Int cannot have a convention. Remove it; @param describes the values of single parameters.',
      '1:69: Unknown scalar "Book". Known scalars are "Isbn".',
    ],
    [
      '{"names": {"Book.titel": "name", "Boc.title": "name", "Book.title": "first-name", "Genre.FACT": "x"}}',
      expect.stringMatching(/^1:12: Unknown field "Book.titel"; did you mean "Book.title"\? Known fields are /),
      expect.stringMatching(/^1:34: Unknown field "Boc.title"; did you mean "Book.title"\? Known fields are /),
      expect.stringMatching(/^1:83: Unknown field "Genre.FACT"/),
    ],
    [
      '{"nonNull": ["Book.titel", "Book.isbn", "Book.*", "Filter.genre", "Item.*", "Shelves.*", "Genre.FACT"]}',
      expect.stringMatching(/^1:14: Unknown field "Book.titel"; did you mean "Book.title"\? Known/),
      expect.stringMatching(/^1:67: Unknown field "Item.\*"; did you mean "Filter.\*"\? Known fields are /),
      expect.stringMatching(/^1:77: Unknown field "Shelves.\*"; did you mean "Shelf.\*"\?/),
      expect.stringMatching(/^1:90: Unknown field "Genre.FACT"/),
    ],
    [
      '{"nonNull": ["Book"]}',
      '1:14: "nonNull.0" must be a coordinate such as "Issue.title", "Issue.*" or "Issue.labels[]". Correct the value, or remove the key.',
    ],
    [
      '{"enums": {"__typename": {"Book": "Shelf", "Shef": "x"}}}',
      `1:35: ${same('types Book and Shelf', 'Shelf', 'enums.__typename')}`,
      expect.stringMatching(/^1:44: Unknown object type "Shef"; did you mean "Shelf"\? Known object types are /),
    ],
    ['{"names": {"Book.title": "name"}, "enums": {"__typename": "kebab-case"}}'],
    [
      '{"scalars": {"ID": {"type": "boolean"}}}',
      '1:29: "scalars.ID.type" must be "string" or "integer". In GraphQL an ID is a text or an integer.',
    ],
    ['{"scalars": {"ID": {"type": "integer"}}}'],
    ['{"page": {"max": 10, "default": 11}}', `1:33: ${above(11, 10)}`],
    ['{"page": {"default": 101}}', `1:22: ${above(101, 100)}`],
    ['{"scalars": {"UUID": {"type": "string"}, "Isbn": {"type": "integer"}}, "enums": {"*": "lowercase"}}'],
  ])('%s', (text, ...diagnostics) => {
    expect(conventions(text).map((each) => each.replace('conventions.json:', ''))).toEqual(diagnostics);
  });

  test.each<[headers: string, ...diagnostics: unknown[]]>([
    ['"Location": null', '14: Location is neither renamed nor left out. Remove it: clients know it by this name.'],
    ['"etag": "X-Tag"', '14: ETag is neither renamed nor left out. Remove it: clients know it by this name.'],
    [
      '"Links": null',
      expect.stringMatching(
        /^14: Unknown header "Links"; did you mean "Link"\? Known headers are "Link", "RateLimit", /,
      ),
    ],
    ['"X-A": ["a", "b", "c"]', '21: Only RateLimit is split. Write one text, or null.'],
    ['"Link": ["a", "b", "c"]', '22: Only RateLimit is split. Write one text, or null.'],
    ['"Link": "X Links"', '22: "X Links" is not a valid header name. Write a name such as "X-Count".'],
    ['"X A": "a"', '14: "X A" is not a valid header name. Write a name such as "X-Count".'],
    ['"Content-Range": "a"', "14: The header Content-Range is HTTP's own. Use another name."],
    ['"Link": "sunset"', '22: The name sunset is taken by a header of HTTP or of Portico. Use another name.'],
    ['"Link": "Set-Cookie"', '22: The name Set-Cookie is taken by a header of HTTP or of Portico. Use another name.'],
    ['"Link": "X-A", "x-a": "a"', '29: Two headers are sent as "x-a". Rename one.'],
    [
      '"RateLimit": ["A", "RateLimit", "B"]',
      '27: The name RateLimit is taken by a header of HTTP or of Portico. Use another name.',
    ],
    ['"RateLimit": ["A", "B", "a"]', '27: Two headers are sent as "a". Rename one.'],
    ['"Link": "A", "Sunset": "a"', '37: Two headers are sent as "a". Rename one.'],
    ['"Link": "A", "link": null', '27: "link" and "Link" are one header. Write "Link" for both.'],
    ['"Link": "link", "Server": "a", "Referrer-Policy": "no-referrer", "X-A": "{version} {requestId}{{"'],
  ])('headers of %s', (headers, ...diagnostics) => {
    const at = (diagnostic: string) => diagnostic.replace(/^conventions\.json:1:/, '');
    expect(conventions(`{"headers": {${headers}}}`).map(at)).toEqual(diagnostics);
  });

  test.each<[text: string, ...diagnostics: unknown[]]>([
    ['"page": {"headers": {"Link": "{next}"}}', "The header Link is HTTP's own. Use another name."],
    ['"page": {"headers": {"X A": "a"}}', '"X A" is not a valid header name. Write a name such as "X-Count".'],
    ['"page": {"headers": {"X-A": null}}', 'Unknown header "X-A". Remove it: there is none.'],
    [
      '"headers": {"Link": "X-A"}, "page": {"headers": {"x-a": "{page}"}}',
      'Two headers are sent as "x-a". Rename one.',
    ],
    ['"page": {"headers": {"X-A": "{page}", "x-a": "{total}"}}', 'Two headers are sent as "x-a". Rename one.'],
    ['"page": {"headers": {"X-A": "{page} of {totalPages?}"}}'],
  ])('headers of pages: %s', (text, ...diagnostics) => {
    const said = (diagnostic: string) => diagnostic.replace(/^conventions\.json:1:\d+: /, '');
    expect(conventions(`{${text}}`).map(said)).toEqual(diagnostics);
  });

  test.each([
    ['"a/b": "application/json", "a/b;c=d": "application/json"', []],
    ...['json', 'a/*', 'a/b;q=1', ''].map((type): [string, string[]] => [
      `"${type}": "application/json"`,
      [`"${type}" is not a media type. Write it as "type/subtype", without a wildcard and without q.`],
    ]),
    ['"a/b": "text/csv"', ['No endpoint sends text/csv. Write one of "application/json", or add it to "produces".']],
  ])('accepts of %s', (text, diagnostics) => {
    const said = (diagnostic: string) => diagnostic.replace(/^conventions\.json:1:\d+: /, '');
    expect(conventions(`{"accepts": {${text}}}`).map(said)).toEqual(diagnostics);
  });

  test('accepts of a type that every endpoint replaces', () => {
    const types = '"accepts": {"a/b": "application/json"}, "produces": ["application/json", "text/csv"]';
    const own = query('shelves { name }', '', ', produces: ["text/csv"]');
    const files = { 'conventions.json': `{${types}}`, 'v1/a.graphql': own };
    expect(libraryFaults(files)).toEqual([
      'conventions.json:1:21: No endpoint sends application/json. Write one of "text/csv", or add it to "produces" of an endpoint.',
    ]);
    const other = query('shelves { name }').replace('get', 'find').replace('/b', '/c');
    expect(libraryFaults({ ...files, 'v1/b.graphql': other })).toEqual([]);
  });

  test('a version leaves out a further header only where it inherits it', () => {
    const files = { ...document, 'v1/conventions.json': '{"headers": {"X-A": "a"}}' };
    expect(libraryFaults({ ...files, 'v2/conventions.json': '{"headers": {"X-A": null}}' })).toEqual([]);
    expect(libraryFaults({ ...files, 'v2/conventions.json': '{"headers": {"X-B": null}}' })).toEqual([
      expect.stringContaining('v2/conventions.json:1:14: Unknown header "X-B".'),
    ]);
  });

  test('the default and the maximum of pages can be those of several files', () => {
    const files = {
      ...document,
      'conventions.json': '{"page": {"default": 50}}',
      'v1/conventions.json': '{"page": {"max": 50}}',
      'v2/conventions.json': '{"page": {\n"max": 20}}',
      'v3/conventions.json': '{"page": {"default": 20}}',
    };
    expect(libraryFaults(files)).toEqual([`conventions.json:1:22: ${above(50, 20)}`]);
  });

  test.each<[own: string, ...diagnostics: string[]]>([
    ['"deprecated": "2027-01-01", "brownouts": ["2027-01-01T00:00Z/PT1H", "2027-01-01T01:01Z/P1D"]'],
    ['"deprecated": "2027-01-01", "sunset": "2027-02-01", "brownouts": ["2027-03-01T00:00Z/PT1H"]'],
    [
      '"sunset": "2027-06-01", "brownouts": ["2027-01-10T10:00Z/PT1H"]',
      '26: Only a deprecated version has brownouts. Add "deprecated", the date from which clients know that it ends, or remove them.',
    ],
    [
      '"deprecated": "2027-01-01", "brownouts": ["2027-01-10T10:00Z/PT1H", "2027-01-10T09:00Z/PT1H"]',
      '44: "2027-01-10T10:00Z/PT1H" begins before "2027-01-10T09:00Z/PT1H" is over. Write them as one, or move one.',
    ],
    [
      '"deprecated": "2027-01-10", "brownouts": ["2027-01-10T00:59+01:00/PT1H"]',
      '44: "2027-01-10T00:59+01:00/PT1H" begins before "deprecated", 2027-01-10. Change one of them.',
    ],
    [
      '"deprecated": "2027-01-01", "sunset": "2027-01-11", "afterSunset": "gone", "brownouts": ["2027-01-10T23:30Z/PT31M"]',
      '91: "2027-01-10T23:30Z/PT31M" ends after "sunset", 2027-01-11, from which on every request is 410. Change one of them, or write "afterSunset": "serve".',
    ],
  ])('brownouts of {%s}', (own, ...diagnostics) => {
    expect(libraryFaults({ ...document, 'v1/conventions.json': `{${own}}` })).toEqual(
      diagnostics.map((diagnostic) => `v1/conventions.json:1:${diagnostic}`),
    );
  });

  test('brownouts are those of a single version', () => {
    expect(conventions('{"deprecated": "2027-01-01",\n "brownouts": ["2027-01-10T10:00Z/PT1H"]}')).toEqual([
      'conventions.json:2:2: Brownouts are those of one version. Write them in the conventions.json of its folder.',
    ]);
  });

  test('an inherited convention is reported once, in the file that has it', () => {
    const files = {
      ...document,
      'conventions.json': '{"enums": {"A": "schema"}}',
      'v1/conventions.json': '{"enums": {"B": "schema"}}',
      'v2/conventions.json': '{\n"enums": {"A": "lowercase"}}',
    };
    expect(libraryFaults(files)).toEqual([
      `conventions.json:1:12: Unknown enum "A". ${ENUMS}`,
      `v1/conventions.json:1:12: Unknown enum "B". ${ENUMS}`,
      `v2/conventions.json:2:11: Unknown enum "A". ${ENUMS}`,
    ]);
  });
});

const endpoint = (name: string, more = '') =>
  `query ${name} @endpoint(method: GET, path: "/${name}"${more}) { shelves { name } }`;
const limits = (...names: string[]) =>
  JSON.stringify({ rateLimit: Object.fromEntries(names.map((name) => [name, '5/60'])) });

describe('checkConventionNames', () => {
  test('an unknown operation is refused', () => {
    const files = { 'conventions.json': limits('listBook', 'listBooks'), 'v1/a.graphql': endpoint('listBooks') };
    expect(libraryFaults(files)).toEqual([
      'conventions.json:1:15: Unknown operation "listBook"; did you mean "listBooks"? Known operations are "listBooks".',
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
    expect(libraryFaults(files)).toEqual([
      'v2/conventions.json:1:30: Unknown operation "authors". Known operations are "books", "shelves".',
    ]);
  });

  test('the description of an unknown tag is refused', () => {
    const files = {
      'conventions.json': '{"tags": {"books": "All books.", "root": "The entrance.", "book": "One."}}',
      'v1/books.graphql': endpoint('books'),
      'v1/root.graphql': 'query root @endpoint(method: GET, path: "/") { shelves { name } }',
    };
    expect(libraryFaults(files)).toEqual([
      'conventions.json:1:59: Unknown tag "book"; did you mean "books"? Known tags are "books", "root".',
    ]);
  });

  test('a tool that is no method, tag or operation of an endpoint is refused', () => {
    const files = {
      'conventions.json': '{"tools": ["GET", "#shelves", "listBooks", "POST", "shelves", "listBook", "get", "#files"]}',
      'v1/books.graphql': endpoint('listBooks').replace('/listBooks', '/shelves/books'),
    };
    const known = 'Known tools are "GET", "#shelves", "listBooks".';
    expect(libraryFaults(files)).toEqual([
      `conventions.json:1:44: No endpoint has the method POST. ${known}`,
      `conventions.json:1:52: Unknown tool "shelves"; did you mean "#shelves"? ${known}`,
      `conventions.json:1:63: Unknown tool "listBook"; did you mean "listBooks"? ${known}`,
      `conventions.json:1:75: Unknown tool "get"; did you mean "GET"? ${known}`,
      `conventions.json:1:82: No endpoint has the tag files. ${known}`,
    ]);
  });
});
