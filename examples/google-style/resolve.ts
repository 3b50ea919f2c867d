// The root value of the schema, for graphql-js, over data in memory. Failures are GraphQL errors with a code.
import { GraphQLError } from 'graphql';

interface Book {
  id: string;
  title: string;
  subtitle: string | null;
  authors: readonly string[];
  publisher: { id: string; displayName: string } | null;
  state: 'ACTIVE' | 'ARCHIVED';
  /** An Int64, as text. */
  sizeBytes: string;
  createdAt: string;
  updatedAt: string;
  /** Counts the updates. */
  version: number;
}

interface Shelf {
  id: string;
  theme: string;
  books: Book[];
}

interface Slice {
  first?: number;
  after?: string;
}

interface BooksArgs extends Slice {
  orderBy?: readonly { field: 'CREATED_AT' | 'TITLE'; direction: 'ASC' | 'DESC' }[];
}

interface BookArgs {
  shelfId: string;
  id: string;
}

type BookInput = Pick<Book, 'title' | 'authors' | 'sizeBytes'> & { subtitle?: string | null };

/** What null stands for, as in proto3. */
const DEFAULTS: BookInput = { title: '', authors: [], sizeBytes: '0' };
const CREATED_AT = '2026-03-01T10:00:00Z';
const UPDATED_AT = '2026-03-01T11:00:00Z';

/** Creates the root value with its own data: two shelves, of which the first has four books. */
export function createRoot() {
  const shelves = firstShelves();
  const findShelf = (id: string) => shelves.find((each) => each.id === id);
  const findBook = ({ shelfId, id }: BookArgs) => findShelf(shelfId)?.books.find((each) => each.id === id);
  const toBook = (book: Book) => ({ ...book, etag: etagOf(book) });
  const toShelf = (shelf: Shelf) => ({
    ...shelf,
    books: ({ orderBy = [], ...slice }: BooksArgs) => connect(shelf.books.toSorted(compareBy(orderBy)), slice, toBook),
  });
  /** Runs a write on a book, if it still has the etag; null if there is none. */
  const write = (args: BookArgs, etag: string | null | undefined, run: (book: Book) => void) => {
    const book = findBook(args);
    if (!book) return null;
    if (etag !== undefined && etag !== null && etag !== etagOf(book)) {
      throw failure('BOOK_CHANGED', `The book has the etag "${etagOf(book)}".`);
    }
    run(book);
    return toBook(book);
  };
  const update = (book: Book, changes: Partial<Book>) =>
    Object.assign(book, changes, { version: book.version + 1, updatedAt: UPDATED_AT });
  return {
    shelf({ id }: { id: string }) {
      const shelf = findShelf(id);
      return shelf ? toShelf(shelf) : null;
    },
    shelves: (slice: Slice) => connect(shelves, slice, toShelf),
    book(args: BookArgs) {
      const book = findBook(args);
      return book ? toBook(book) : null;
    },
    booksById: ({ shelfId, ids }: { shelfId: string; ids: readonly string[] }) =>
      ids.map((id) => {
        const book = findBook({ shelfId, id });
        if (!book) throw failure('NOT_FOUND', `There is no book ${id} on the shelf ${shelfId}.`);
        return toBook(book);
      }),
    createBook({ shelfId, id, input }: Omit<BookArgs, 'id'> & { id?: string; input: BookInput }) {
      const shelf = findShelf(shelfId);
      if (!shelf) return null;
      const book = createBook(id ?? `book-${shelf.books.length + 1}`, CREATED_AT, input);
      if (findBook({ shelfId, id: book.id })) throw failure('BOOK_EXISTS', `The book ${book.id} already exists.`);
      shelf.books.push(book);
      return toBook(book);
    },
    updateBook: ({ input: { etag, ...changes }, ...args }: BookArgs & { input: Partial<Book> & { etag?: string } }) =>
      write(args, etag, (book) => {
        const reset = (name: keyof BookInput) => changes[name] === null && { [name]: DEFAULTS[name] };
        update(book, { ...changes, ...reset('title'), ...reset('authors'), ...reset('sizeBytes') });
      }),
    deleteBook: ({ etag, ...args }: BookArgs & { etag?: string }) =>
      write(args, etag, (book) => {
        const shelf = findShelf(args.shelfId)!;
        shelf.books = shelf.books.filter((each) => each !== book);
      }),
    archiveBook: (args: BookArgs) =>
      write(args, undefined, (book) => {
        if (book.state === 'ARCHIVED') throw failure('BOOK_ARCHIVED', `The book ${book.id} is archived already.`);
        update(book, { state: 'ARCHIVED' });
      }),
  };
}

function etagOf({ id, version }: Book): string {
  return `${id}-${version}`;
}

/** A Relay connection whose cursors are the ids of its nodes. See https://relay.dev/graphql/connections.htm */
function connect<Item extends { id: string }, Node>(
  all: readonly Item[],
  { first, after }: Slice,
  mapItem: (item: Item) => Node,
) {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const page = all.slice(start, start + (first ?? all.length));
  return {
    nodes: page.map(mapItem),
    totalCount: all.length,
    pageInfo: { hasNextPage: start + page.length < all.length, endCursor: page.at(-1)?.id ?? null },
  };
}

function compareBy(orders: NonNullable<BooksArgs['orderBy']>) {
  const keyOf = (book: Book, field: 'CREATED_AT' | 'TITLE') => (field === 'TITLE' ? book.title : book.createdAt);
  return (one: Book, other: Book) =>
    orders
      .map(({ field, direction }) => {
        const compared = keyOf(one, field).localeCompare(keyOf(other, field));
        return direction === 'ASC' ? compared : -compared;
      })
      .find((compared) => compared !== 0) ?? 0;
}

function failure(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

function createBook(id: string, createdAt: string, input: BookInput): Book {
  return {
    subtitle: null,
    ...input,
    id,
    publisher: null,
    state: 'ACTIVE',
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
}

function firstShelves(): Shelf[] {
  const book = (id: string, title: string, author: string, day: number) =>
    createBook(id, `2026-02-0${day}T10:00:00Z`, { title, authors: [author], sizeBytes: '9007199254740993' });
  const dune = { ...book('dune', 'Dune', 'Frank Herbert', 1), publisher: { id: 'chilton', displayName: 'Chilton' } };
  const others = [
    book('emma', 'Emma', 'Jane Austen', 2),
    book('beloved', 'Beloved', 'Toni Morrison', 3),
    book('ulysses', 'Ulysses', 'James Joyce', 4),
  ];
  return [
    { id: 'fiction', theme: 'Fiction', books: [dune, ...others] },
    { id: 'poetry', theme: 'Poetry', books: [] },
  ];
}
