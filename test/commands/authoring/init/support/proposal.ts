import type { Proposal, ProposedEndpoint } from '../../../../../src/authoring/propose/Proposal.ts';

export const SDL = `type Query {
  book(id: ID!): Book
  authors: [Author!]!
}

type Mutation {
  createBook(title: String!): Book
}

type Book {
  id: ID!
  title: String!
}

type Author {
  name: String!
}
`;

/** A proposal for that schema, out of order. */
export const PROPOSAL: Proposal = {
  endpoints: [
    endpoint('Query.book', 'GET', '/books/{id}', 'query getBook($id: ID!)', 'book(id: $id) { ...Book }'),
    endpoint(
      'Mutation.createBook',
      'POST',
      '/books',
      'mutation createBook($title: String!)',
      'createBook(title: $title) { ...Book }',
    ),
    endpoint('Query.authors', 'GET', '/authors', 'query listAuthors', 'authors { name }'),
  ],
  shapes: new Map([['Book', 'fragment Book on Book {\n  id\n  title\n}\n']]),
  conventions: { case: 'snake_case' },
  skipped: [{ coordinate: 'Query.search', reason: 'It has no type that JSON can have.' }],
};

function endpoint(
  coordinate: string,
  method: ProposedEndpoint['method'],
  path: string,
  ...[operation, selection]: [operation: string, selection: string]
): ProposedEndpoint {
  const name = /^\w+ (\w+)/.exec(operation)![1]!;
  const text = `${operation} @endpoint(method: ${method}, path: "${path}") {\n  ${selection}\n}\n`;
  return {
    coordinate,
    method,
    path,
    operation: name,
    file: `${name}.graphql`,
    text,
    shapes: selection.includes('...') ? ['Book'] : [],
  };
}
