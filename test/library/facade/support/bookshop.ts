// An API with all that makes several documents of an operation.
export const sdl = /* GraphQL */ `
  type Query {
    book(id: ID!): Book
    books(where: Where, tags: [String], first: Int, after: String, last: Int, before: String): Books!
    shelf(name: String!, where: Where): Shelf
  }
  type Mutation {
    renameBook(id: ID!, set: Set!): Book
  }
  input Where {
    title: Text
    pages: Range
    any: [Where!]
    language: String
  }
  input Text {
    is: String
    contains: String
  }
  input Range {
    min: Int
    max: Int
  }
  input Set {
    title: String
    by: Text
  }
  type Books {
    nodes: [Book!]!
    totalCount: Int!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
    hasPreviousPage: Boolean!
    startCursor: String
  }
  type Book {
    id: ID!
    title: String!
    pages: Int
    arguments: String
    author: Author
    reviews: [Review!]!
  }
  type Author {
    id: ID!
    name: String!
    mail: String
  }
  type Review {
    text: String!
    by: Author
  }
  type Shelf {
    id: ID!
  }
`;
/** Endpoints with selected fields, filters that can become empty, pages in both directions, a lookup and a mutation. */
export const files = {
  'conventions.json': '{ "page": { "parameters": { "before": "before" } } }',
  'getBook.graphql': `query getBook($id: ID!, $reviews: Boolean = false @expand, $select_book_title: Boolean = true)
    @endpoint(method: GET, path: "/books/{id}") {
      book(id: $id) @fields {
        id title @include(if: $select_book_title) pages ...More author { id name mail }
        reviews @include(if: $reviews) { text by { name } }
      } } fragment More on Book { pages place: title }`,
  'listBooks.graphql': `query listBooks($title: String, $contains: String, $min: Int, $max: Int, $language: String, $tag: String)
    @endpoint(method: GET, path: "/books") {
      books(
        where: { title: { is: $title }, any: [{ title: { contains: $contains } }, { pages: { min: $min, max: $max } }], language: $language }
        tags: [$tag, "all"]
      ) @paginate(styles: [CURSOR]) { nodes @fields { title arguments author { name } } } }`,
  'getShelf.graphql': `query findShelf($name: String!, $language: String) { shelf(name: $name, where: { language: $language }) { id @export(as: "id") } }
    query getShelf($id: ID!) @endpoint(method: GET, path: "/shelves/{name}") { book(id: $id) { id title } }`,
  'renameBook.graphql': `mutation renameBook($id: ID!, $title: String, $is: String) @endpoint(method: PATCH, path: "/books/{id}") {
    renameBook(id: $id, set: { title: $title, by: { is: $is } }) { id title arguments } }`,
};

const author = { id: 'a', name: 'Ann', mail: 'a@x' };
const bookOf = (id: unknown, args: unknown) => ({
  id,
  title: `Book ${String(id)}`,
  pages: 7,
  arguments: JSON.stringify(args),
  author,
  reviews: [{ text: 'Good', by: author }],
});
/** Books show the arguments that they were read with. */
export const rootValue = {
  book: (args: { id: string }) => (args.id === 'none' ? null : bookOf(args.id, args)),
  books: (args: object) => ({
    nodes: [bookOf('1', args), bookOf('2', args)],
    totalCount: 2,
    pageInfo: { hasNextPage: true, endCursor: 'e', hasPreviousPage: true, startCursor: 's' },
  }),
  shelf: ({ name, ...args }: { name: string }) => (name === 'none' ? null : { id: JSON.stringify(args) }),
  renameBook: (args: { id: string }) => bookOf(args.id, args),
};
