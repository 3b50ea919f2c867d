import { describe, expect, test } from 'vitest';
import { renderChanges } from '../../../../src/gateway/describe/contracts/changes/renderChanges.ts';
import { compileThroughJson } from '../../support/compileThroughJson.ts';
import { type Documents, folderOf, toySchema } from '../../../vocabulary/support/toy.ts';

function pageOf(documents: Documents): string {
  return renderChanges(compileThroughJson(folderOf(documents), toySchema));
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
  test('names a replaced field once, with every place that it is in', () => {
    const page = pageOf({ ...v1, 'v2/shapes/Book.graphql': 'fragment Book on Book { id bookTitle: title }' });
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
  ])('describes %s', (_, documents, text) => {
    expect(pageOf({ ...v1, ...documents })).toContain(text);
  });

  test('has all digits of numbers', () => {
    const document = (value: string) =>
      `query count($a: SafeInt = ${value}, $b: SafeInt = 9007199254740993) @endpoint(method: GET, path: "/count") { echo(number: 1) { json } book(id: $a) { id } other: book(id: $b) { id } }`;
    const added =
      'query added($a: SafeInt = 9007199254740995) @endpoint(method: GET, path: "/added") { book(id: $a) { id } }';
    const page = pageOf({
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

  test('has a section for each step from a version to the next', () => {
    const page = pageOf({
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

  test('lists the deprecated endpoints and their sunsets', () => {
    const ends = 'deprecated: "2027-01-31", sunset: "2027-07-31"';
    const old = Object.fromEntries(
      Object.entries(v1).map(([file, text]) => [file, text.replace(', path:', `, ${ends}, path:`)]),
    );
    const page = pageOf({
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

  test('compares nothing where there is one version', () => {
    expect(pageOf(v1)).toContain('Version 1 is the only one: there is nothing to compare.');
  });
});
