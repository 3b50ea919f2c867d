import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderChanges } from '../../../../src/gateway/contracts/changes/renderChanges.ts';
import { compileThroughJson } from '../engine/support/compileThroughJson.ts';
import { type Documents, folderOf, toySchema } from '../engine/support/toy.ts';

function pageOf(documents: Documents): string {
  const folder = folderOf(documents);
  const plan = compileThroughJson(folder, toySchema);
  rmSync(folder, { recursive: true });
  return renderChanges(plan);
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
  test('tells of a field that took the place of another once, with every place where it shows', () => {
    const page = pageOf({ ...v1, 'v2/shapes/Book.graphql': 'fragment Book on Book { id bookTitle: title }' });
    expect(page).toContain(`## From version 1 to version 2

### Responses

**Book**

- \`title\` became \`bookTitle\`.
  - \`bookTitle\`: text.

In \`GET /books\` (\`data[]\`), \`POST /books\`, \`GET /books/{id}\`.

### Requests

Nothing differs.

### Endpoints

Nothing differs.

## Deprecations

Nothing is deprecated.
`);
  });

  test.each<[name: string, documents: Documents, told: string]>([
    [
      'a field that is new, and one that is gone',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id kind: genre }' },
      '**Book**\n\n- `title` is gone.\n- New is `kind`: one of `FICTION`, `FACT`.\n',
    ],
    [
      'a field of another type',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id title: genre }' },
      '**Book**\n\n- `title` was not bound to a list of values and can only be `"FICTION"`, `"FACT"` now.\n',
    ],
    [
      'a field below a part of an answer',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id title author { name } }' },
      '**Book**\n\n- New is `author`: object, or null.\n',
    ],
    [
      'an answer without a shape',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title genre } }',
      },
      '**Book**\n\n- New is `genre`: one of `FICTION`, `FACT`.\n\nIn `GET /books/{id}`.',
    ],
    [
      'what a request takes',
      {
        'v2/addBook.graphql': `mutation addBook($fullTitle: String! @param(minLength: 1, maxLength: 5), $genre: Genre = FICTION, $pages: Int = 7)
          @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") {
            addBook(input: { title: $fullTitle, genre: $genre, pages: $pages }) { ...Book }
          }`,
      },
      `**Request body**

- \`title\` became \`fullTitle\`.
  - \`fullTitle\`, required: text of 1 to 5 characters.
- \`note\` is gone.
- The default of \`genre\` was \`"FACT"\` and is \`"FICTION"\` now.
- New is \`pages\`: integer from -2147483648 to 2147483647, or null; if absent, \`7\`.

In \`POST /books\`.`,
    ],
    [
      'a parameter that is new, and one that is gone',
      {
        'v2/listBooks.graphql':
          'query listBooks($genres: [Genre!] @param(maxItems: 2)) @endpoint(method: GET, path: "/books") { books(genres: $genres) @paginate(max: 50) { nodes { ...Book } } }',
      },
      `**Query parameter \`shelf\`**

- It is gone.

In \`GET /books\`.

**Query parameter \`limit\`**

- It was at most 100 and is at most 50 now.

In \`GET /books\`.

**Query parameter \`genres\`**

- It is new: list of at most 2 items, each one of \`FICTION\`, \`FACT\`.

In \`GET /books\`.`,
    ],
    [
      'endpoints that are new or gone',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}", removed: true) { book(id: $id) { id } }',
        'v2/touch.graphql':
          '"Touch it. Softly." mutation touch @endpoint(method: POST, path: "/touch", status: 204) { touch }',
      },
      '### Endpoints\n\n- `GET /books/{id}` is gone.\n- `POST /touch` is new. Touch it.\n',
    ],
    [
      'scopes',
      {
        'v2/getBook.graphql':
          'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title author { name } } }',
      },
      '- `GET /books/{id}`: The scopes were nothing, and are `authors:read` now.\n',
    ],
  ])('tells of %s', (_, documents, told) => {
    expect(pageOf({ ...v1, ...documents })).toContain(told);
  });

  test('has a part for each step from a version to the next', () => {
    const page = pageOf({
      ...v1,
      'v2/shapes/Book.graphql': 'fragment Book on Book { id name: title }',
      'v3/shapes/Book.graphql': 'fragment Book on Book { id name: title genre }',
    });
    const [, second, third] = page.split(/^## From /m);
    expect(second).toMatch(/^version 1 to version 2\n/);
    expect(second).toContain('- `title` is gone.\n- New is `name`: text.\n');
    expect(third).toMatch(/^version 2 to version 3\n/);
    expect(third).toContain('- New is `genre`');
    expect(third).not.toContain('`name`');
  });

  test('tells what is deprecated, and when it ends', () => {
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

- Version 1: deprecated since 2027-01-31 and going to end on 2027-07-31: all of it.
- Version 2: deprecated since 2028-01-01: \`GET /books/{id}\`.
`);
  });

  test('says that one version has nothing to be compared with', () => {
    expect(pageOf(v1)).toContain('Version 1 is the only one: there is nothing to compare.');
  });
});
