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
