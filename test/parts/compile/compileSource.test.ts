import { describe, expect, test } from 'vitest';
import { compileOne } from '../support/compileDocuments.ts';

describe('compileSource', () => {
  const sourceSchema = `
  type Query { book(id: ID): Book }
  type Book { id: ID! title: String author: Author! }
  type Author { name: String }
`;

  test('the source of an endpoint is its document as it is written, with what it spreads', () => {
    const { source } = compileOne(sourceSchema, {
      'v1/shapes/Title.graphql': '"A shape."\nfragment Title on Book { title }',
      'v1/shapes/Unused.graphql': 'fragment Unused on Book { id }',
      'v1/books/getBook.graphql': `# Gets one.
"Gets a book."
query getBook("Its id." $id: ID!) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { ...Title ...Own } }
fragment Own on Book { author @unwrap { name } }`,
    });
    expect({ ...source, file: source.file.replace(/.*compile-\w+\//, '') }).toEqual({
      file: 'v1/books/getBook.graphql',
      line: 2,
      text: `query getBook(
"Its id."
$id: ID!
) @endpoint(method: GET, path: "/b/{id}") {
  book(id: $id) {
    ...Title
    ...Own
  }
}

fragment Title on Book {
  title
}

fragment Own on Book {
  author @unwrap {
    name
  }
}`,
      shapes: { Title: expect.stringMatching(/v1\/shapes\/Title\.graphql$/) as string },
    });
  });
});
