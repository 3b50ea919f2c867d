// The page of changes between versions, which portico contracts writes.
import { type GraphQLSchema, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { SDL, files } from '../../library/facade/support/deprecatedParts.ts';
import { type Documents, toySchema } from '../../vocabulary/support/toy.ts';
import { Folder } from '../support/runPortico.ts';

async function pageOf(documents: Documents, schema: GraphQLSchema = toySchema): Promise<string> {
  const rest = Object.entries(documents).map(([name, text]) => [`rest/${name}`, text]);
  const folder = new Folder({ 'contracts/': '', ...Object.fromEntries(rest) });
  const defaults = { loadSchema: async () => schema, endpoints: folder.at('rest'), root: folder.path };
  expect((await folder.run('contracts', { defaults })).stdout).toContain('Wrote contracts/changes.md.');
  return folder.read('contracts/changes.md');
}

const v1: Documents = {
  'v1/getBook.graphql':
    'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { ...Book } }',
  'v1/listBooks.graphql':
    'query listBooks($shelf: String) @endpoint(method: GET, path: "/books") { books(shelf: $shelf) @paginate { nodes { ...Book } } }',
  'v1/addBook.graphql': `mutation addBook($title: String! @param(maxLength: 9), $note: String, $genre: Genre = FACT)
    @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") {
      addBook(input: { title: $title, note: $note, genre: $genre }) { ...Book }
    }`,
  'v1/shapes/Book.graphql': 'fragment Book on Book { id title }',
};

describe('the page of changes', () => {
  test('names a replaced field once, with every place that it is in', async () => {
    const page = await pageOf({ ...v1, 'v2/shapes/Book.graphql': 'fragment Book on Book { id bookTitle: title }' });
    expect(page).toContain(`## From version 1 to version 2

### Responses

**Book**

- \`title\` became \`bookTitle\`.
  - \`bookTitle\`: string.

In \`GET /books\` (\`data[]\`), \`POST /books\`, \`GET /books/{id}\`.

### Requests

No changes.

### Endpoints

No changes.

## Deprecations

Nothing is deprecated.
`);
  });

  test.each<[name: string, documents: Documents, text: string]>([
    [
      'an added and a removed field',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id kind: genre }' },
      '**Book**\n\n- `title` was removed.\n- Added `kind`: one of `FICTION`, `FACT`.\n',
    ],
    [
      'one name in two',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id titleText: title genreTitle: genre }' },
      '- `title` became `titleText` and `genreTitle`.\n',
    ],
    [
      'two names in one',
      {
        'v2/shapes/Book.graphql': 'fragment Book on Book { id titleText: title genreTitle: genre }',
        'v3/shapes/Book.graphql': 'fragment Book on Book { id title }',
      },
      '- `titleText` and `genreTitle` became `title`.\n',
    ],
    [
      'a field of another type',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id title: genre }' },
      '**Book**\n\n- `title` could be any value and can now only be `"FICTION"`, `"FACT"`.\n',
    ],
    [
      'a field of a nested object',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id title author { name } }' },
      '**Book**\n\n- Added `author`: object, or null.\n',
    ],
    [
      'a response without a shape',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title genre } }',
      },
      '**Book**\n\n- Added `genre`: one of `FICTION`, `FACT`.\n\nIn `GET /books/{id}`.',
    ],
    [
      'a request body',
      {
        'v2/addBook.graphql': `mutation addBook($fullTitle: String! @param(minLength: 1, maxLength: 5), $genre: Genre = FICTION, $pages: Int = 7)
          @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") {
            addBook(input: { title: $fullTitle, genre: $genre, pages: $pages }) { ...Book }
          }`,
      },
      `**Request body**

- \`title\` became \`fullTitle\`.
  - \`fullTitle\`, required: string of 1 to 5 characters.
- \`note\` was removed.
- The default of \`genre\` was \`"FACT"\` and is now \`"FICTION"\`.
- Added \`pages\`: integer from -2147483648 to 2147483647, or null; default \`7\`.

In \`POST /books\`.`,
    ],
    [
      'an added and a removed parameter',
      {
        'v2/listBooks.graphql':
          'query listBooks($genres: [Genre!] @param(maxItems: 2)) @endpoint(method: GET, path: "/books") { books(genres: $genres) @paginate(max: 50) { nodes { ...Book } } }',
      },
      `**Query parameter \`shelf\`**

- It was removed.

In \`GET /books\`.

**Query parameter \`limit\`**

- It was at most 100 and is now at most 50.

In \`GET /books\`.

**Query parameter \`genres\`**

- Added: list of at most 2 items, each one of \`FICTION\`, \`FACT\`.

In \`GET /books\`.`,
    ],
    [
      'added and removed endpoints',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}", removed: true) { book(id: $id) { id } }',
        'v2/touch.graphql':
          '"Touch it. Softly." mutation touch @endpoint(method: POST, path: "/touch", status: 204) { touch }',
      },
      '### Endpoints\n\n- `GET /books/{id}` was removed.\n- `POST /touch` was added. Touch it.\n',
    ],
    [
      'scopes',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title author { name } } }',
      },
      '- `GET /books/{id}`: The required scopes were nothing, and are now `authors:read`.\n',
    ],
  ])('describes %s', async (_, documents, text) => {
    expect(await pageOf({ ...v1, ...documents })).toContain(text);
  });

  test('has all digits of numbers', async () => {
    const document = (value: string) =>
      `query count($a: SafeInt = ${value}, $b: SafeInt = 9007199254740993) @endpoint(method: GET, path: "/count") { echo(number: 1) { json } book(id: $a) { id } other: book(id: $b) { id } }`;
    const added =
      'query added($a: SafeInt = 9007199254740995) @endpoint(method: GET, path: "/added") { book(id: $a) { id } }';
    const page = await pageOf({
      'conventions.json': '{ "scalars": { "SafeInt": { "type": "integer" } } }',
      'v1/count.graphql': document('9007199254740993'),
      'v1/added.graphql': added.replace('($a: SafeInt = 9007199254740995)', '').replace('$a', '1'),
      'v2/count.graphql': document('9007199254740992'),
      'v2/added.graphql': added,
    });
    expect(page).toContain('The default of it was `9007199254740993` and is now `9007199254740992`.');
    expect(page).toContain('default `9007199254740995`');
    expect(page).not.toContain('`b`');
  });

  test('has a section for each step from a version to the next', async () => {
    const page = await pageOf({
      ...v1,
      'v2/shapes/Book.graphql': 'fragment Book on Book { id name: title }',
      'v3/shapes/Book.graphql': 'fragment Book on Book { id name: title genre }',
    });
    const [, second, third] = page.split(/^## From /m);
    expect(second).toMatch(/^version 1 to version 2\n/);
    expect(second).toContain('- `title` was removed.\n- Added `name`: string.\n');
    expect(third).toMatch(/^version 2 to version 3\n/);
    expect(third).toContain('- Added `genre`');
    expect(third).not.toContain('`name`');
  });

  test('lists the deprecated endpoints and their sunsets', async () => {
    const ends = 'deprecated: "2027-01-31", sunset: "2027-07-31"';
    const old = Object.fromEntries(
      Object.entries(v1).map(([file, text]) => [file, text.replace(', path:', `, ${ends}, path:`)]),
    );
    const page = await pageOf({
      ...old,
      'v2/getBook.graphql': v1['v1/getBook.graphql']!.replace(', path:', ', deprecated: "2028-01-01", path:'),
      'v2/listBooks.graphql': v1['v1/listBooks.graphql']!,
      'v2/addBook.graphql': v1['v1/addBook.graphql']!,
    });
    expect(page).toContain(`## Deprecations

- Version 1: deprecated since 2027-01-31, ends on 2027-07-31: all endpoints.
- Version 2: deprecated since 2028-01-01: \`GET /books/{id}\`.
`);
  });

  test('compares nothing where there is one version', async () => {
    expect(await pageOf(v1)).toContain('Version 1 is the only one: there is nothing to compare.');
  });
});

test('the page lists deprecated parts with the endpoints that have them', async () => {
  const documents = Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text]));
  const page = await pageOf(documents, buildSchema(SDL));
  expect(page.slice(page.indexOf('## Deprecations'))).toBe(`## Deprecations

- Version 1: deprecated since 2026-10-01, ends on 2026-12-01: \`POST /items\`.
- Version 1, \`POST /items\`: parameter \`sku\`: Since 2026-08-01.
- Version 1, \`POST /items\`, \`PUT /items/{id}\`: parameter \`parts.weight\`: Use size.
- Version 1, \`POST /items\`: parameter \`note\`: Until 2026-09-01.
- Version 1, \`GET /plain/{id}\`, \`GET /items/{slug}\`, \`GET /items\`: field \`price\`: Use cost. Removal on 2027-03-01 UTC.
- Version 1, \`GET /items/{slug}\`: parameter \`slug\`: No longer supported
- Version 1, \`GET /owners/{id}\`: field \`owner\`: Since 2026-06-01.
- Version 1, \`GET /items\`: parameter \`sort\`: Use order. Since 2026-05-01, until 2027-01-31.
- Version 1, \`GET /items\`: field \`contact\`: Use owner. Since 2026-07-01.
- Version 1, \`GET /items\`: field \`contact.email\`: Since 2026-06-01.
- Version 1, \`GET /items\`: field \`old\`: Nobody reads it.
- Version 1, \`GET /pages\`: parameter \`X-Lang\`: Since 2026-13-01.
- Version 1, \`GET /pages\`: field \`meta.price\`: Use cost. Removal on 2027-03-01 UTC.
- Version 1, \`PUT /items/{id}\`: parameter \`meta.sku\`: Since 2026-08-01.
`);
});
