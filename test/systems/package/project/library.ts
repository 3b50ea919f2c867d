// The GraphQL API of a project: its context is a shelf and the name of a reader.
import {
  GraphQLError,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';

export interface Book {
  id: string;
  title: string;
  author: string | null;
}

export interface Library {
  reader: string;
  shelf: Book[];
}

const book = new GraphQLObjectType<Book, Library>({
  name: 'Book',
  fields: {
    id: { type: new GraphQLNonNull(GraphQLID) },
    title: { type: new GraphQLNonNull(GraphQLString) },
    author: { type: GraphQLString },
  },
});

export const schema = new GraphQLSchema({
  query: new GraphQLObjectType<unknown, Library>({
    name: 'Query',
    fields: {
      book: {
        type: book,
        args: { id: { type: new GraphQLNonNull(GraphQLID) } },
        resolve: (_, { id }, { shelf }) => shelf.find((each) => each.id === id),
      },
      books: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(book))),
        args: { author: { type: GraphQLString } },
        resolve: (_, { author }, { shelf }) => shelf.filter((each) => author == null || each.author === author),
      },
      reader: { type: new GraphQLNonNull(GraphQLString), resolve: (_, __, { reader }) => reader },
    },
  }),
  mutation: new GraphQLObjectType<unknown, Library>({
    name: 'Mutation',
    fields: {
      addBook: {
        type: book,
        args: { title: { type: new GraphQLNonNull(GraphQLString) }, author: { type: GraphQLString } },
        resolve: (_, { title, author = null }, { shelf }) => {
          if (shelf.some((each) => each.title === title)) {
            throw new GraphQLError('There is such a book.', { extensions: { code: 'CONFLICT' } });
          }
          const added: Book = { id: String(shelf.length + 1), title, author };
          shelf.push(added);
          return added;
        },
      },
    },
  }),
});

export const newShelf = (): Book[] => [{ id: '1', title: 'Emma', author: 'Austen' }];
