// A schema of a small library, and its REST API by documents that stand in the test: in process, without a server.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type GraphQLObjectType,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  buildSchema,
} from 'graphql';
import { type Portico, type PorticoFailure, type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';
import { expectOwnHeaders } from './expectOwnHeaders.ts';
import { type TextReply, type Sent, sendTo } from './sendTo.ts';

export type { TextReply } from './sendTo.ts';

export const toySchema: GraphQLSchema = buildSchema(/* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  scalar SafeInt
  scalar Isbn
  type Query {
    book(id: SafeInt!, edition: Edition): Book
    books(first: Int, after: String, offset: Int, shelf: String, genres: [Genre!]): BookConnection!
    echo(text: String, number: Int, ratio: Float, flag: Boolean, genre: Genre, ids: [ID!], isbn: Isbn, id: ID): Echo!
    strict(first: Int!, after: String, offset: Int!): BookConnection!
    odd(first: Int, after: String): OddConnection!
    counted(first: Int, after: String, offset: Int): CountedConnection!
    count(text: String): SafeInt
    titled(titles: [String]): Echo!
    shelves: [Shelf!]!
    author(name: String!): Author
    thing(kind: String!): Thing
    tale(kind: String!): Tale
    fail(code: String, inside: Boolean): Failing
    result(kind: String!): Outcome
  }
  type Mutation {
    addBook(input: BookInput!): Book! @requiresScopes(scopes: [["books:write"]])
    removeBook(id: SafeInt!): Book @requiresScopes(scopes: [["books:write"]])
    touch: Boolean
    tryBook(title: String!, shelfId: SafeInt): TryBookPayload!
    order(filter: Filter!): Echo!
    complain(about: String): String
    fill(grid: [[Int!]!], genres: [[Genre!]!], ids: [ID!], filter: Filter, filters: [Filter!], pages: Int! = 3): Echo!
    addTo(genre: Genre!): Book!
    meet(clash: Clash): Echo!
    drop(gone: Boolean!): Dropped
  }
  enum Genre {
    FICTION
    FACT
  }
  enum Edition {
    FIRST
    LATEST
  }
  type Echo {
    json: String!
  }
  type Book {
    id: SafeInt!
    title: String!
    genre: Genre!
    author: Author
    shelf: Shelf!
    tags: [Tag!]!
  }
  type Tag {
    label: String!
  }
  type Author @requiresScopes(scopes: [["authors:read"]]) {
    name: String!
    motto: String
    books: [Book!]!
  }
  type Shelf {
    name: String!
    owner: Author
  }
  union Thing = Book | Shelf
  union Tale = Book | Reel
  type Reel {
    box: Box!
  }
  type Box {
    size: Int!
    mood: Genre!
  }
  type Failing {
    value: String
  }
  type TryBookPayload {
    book: Book
    errors: [Refusal!]!
    warning: String
  }
  type Refusal {
    message: String!
    field: [String!]
    code: String
    fatal: Boolean
  }
  type Denied {
    message: String!
  }
  union Outcome = Book | Denied
  type BookConnection {
    nodes: [Book]
    edges: [BookEdge!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type CountedConnection {
    nodes: [Book]
    pageInfo: PageInfo!
    totalCount: Int! @requiresScopes(scopes: [["books:count"]])
  }
  type OddConnection {
    nodes: [Book!]!
    pageInfo: OddInfo!
  }
  type OddInfo {
    hasNextPage: Boolean!
  }
  type BookEdge {
    node: Book!
    cursor: String!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  input BookInput {
    title: String!
    genre: Genre = FICTION
    pages: Int
    authors: [AuthorInput!]
    note: String
  }
  input AuthorInput {
    name: String!
    born: SafeInt
  }
  type Dropped {
    id: SafeInt
  }
  input Clash {
    fooBar: Int
    foo_bar: Int
  }
  input Filter {
    and: [Filter!]
    orElse: Filter
    genre: Genre
  }
`);

const isbn = toySchema.getType('Isbn') as GraphQLScalarType;
isbn.parseValue = (value) => {
  if (typeof value === 'string' && /^\d{10}$/.test(value)) return value;
  throw new GraphQLError('ten digits');
};

interface Row {
  id: number;
  title: string;
  genre: string;
  author: { name: string } | null;
  shelf: { name: string };
  tags: { label: string }[];
}

/** 45 books; the third has no author. */
export const rows: readonly Row[] = Array.from({ length: 45 }, (_, index) => ({
  id: index + 1,
  title: `Book ${index + 1}`,
  genre: index % 2 ? 'FACT' : 'FICTION',
  author: index === 2 ? null : { name: 'Ann' },
  shelf: { name: index < 30 ? 'low' : 'high' },
  tags: [{ label: 'a' }, { label: 'b' }],
}));

interface ListArguments {
  first?: number;
  after?: string;
  offset?: number;
  shelf?: string;
  genres?: string[];
}

/** What was executed: the counter a test looks at to see that a style runs no count, or that nothing ran at all. */
export interface Trace {
  counts: number;
  executions: number;
  /** Those of each execution, with the defaults that the operation has. */
  variables: unknown[];
}

/** The context of one execution. */
interface Execution {
  trace: Trace;
  isNoted?: true;
}

function resolvers() {
  const echo = (given: object) => ({ json: JSON.stringify(given) });
  const books = ({ first = 10, after, offset = 0, shelf, genres }: ListArguments, { trace }: Execution) => {
    const all = rows.filter(
      (row) => (shelf === undefined || row.shelf.name === shelf) && (!genres?.length || genres.includes(row.genre)),
    );
    const start = after === undefined ? offset : all.findIndex((row) => String(row.id) === after) + 1;
    const nodes = all.slice(start, start + first);
    return {
      nodes: [nodes[0] ?? null, null, ...nodes.slice(1)],
      edges: nodes.map((node) => ({ node, cursor: String(node.id) })),
      pageInfo: {
        hasNextPage: start + first < all.length,
        endCursor: nodes.length ? String(nodes.at(-1)!.id) : null,
      },
      totalCount: () => (trace.counts++, all.length),
    };
  };
  return {
    book: ({ id }: { id: number }) => rows.find((row) => row.id === id) ?? null,
    books,
    strict: books,
    counted: books,
    echo,
    shelves: () => [],
    author: ({ name }: { name: string }) => (name === 'Ann' ? { name, books: rows.slice(0, 1) } : null),
    tale: () => ({ __typename: 'Reel', box: { size: 1, mood: 'FACT' } }),
    thing: ({ kind }: { kind: string }) =>
      kind === 'book' ? { __typename: 'Book', ...rows[0] } : { __typename: 'Shelf', name: 'low' },
    fail({ code, inside }: { code?: string; inside?: boolean }) {
      const failure = () => {
        if (code === undefined) throw new Error('secret of the inside');
        throw new GraphQLError(`failed: ${code}`, { extensions: { code } });
      };
      return inside ? { value: failure } : failure();
    },
    addBook: ({ input }: { input: { title: string } }) => ({ ...rows[0], id: 99, ...input }),
    tryBook({ title, shelfId }: { title: string; shelfId?: number }) {
      if (title === 'bad') {
        const errors = [
          { message: 'is bad', field: ['input', 'title'], code: 'TASTE' },
          { message: 'is late', field: null, code: null },
        ];
        return { book: null, errors, warning: '' };
      }
      return {
        book: { ...rows[0], id: shelfId ?? 1, title },
        errors: [],
        warning: title === 'warn' ? 'careful' : null,
      };
    },
    removeBook: ({ id }: { id: number }) => rows.find((row) => row.id === id) ?? null,
    result: ({ kind }: { kind: string }) =>
      kind === 'book' ? { __typename: 'Book', ...rows[0] } : { __typename: 'Denied', message: 'not for you' },
    touch: () => null,
    fill: echo,
    count: ({ text }: { text: string }) => text,
    drop: ({ gone }: { gone: boolean }) => (gone ? null : { id: null }),
    addTo: () => rows[0],
    complain: ({ about }: { about?: string }) => about ?? null,
    order: ({ filter }: { filter: object }) => echo(filter),
  };
}

const roots = resolvers() as Readonly<Record<string, (given: never, execution: Execution) => unknown>>;
for (const type of [toySchema.getQueryType(), toySchema.getMutationType()] as GraphQLObjectType[]) {
  for (const field of Object.values(type.getFields())) {
    field.resolve = (_, given, execution: Execution, { variableValues }: GraphQLResolveInfo) => {
      if (!execution.isNoted) execution.trace.variables.push({ ...variableValues });
      execution.isNoted = true;
      return roots[field.name]?.(given as never, execution);
    };
  }
}

export type Documents = Record<string, string>;

/** A folder of endpoint documents, by path below it. */
export function plainFolderOf(documents: Documents): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'endpoints-'));
  for (const [name, text] of Object.entries(documents)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/**
 * A folder of endpoint documents, by path below it. Operations that a test only calls `get`, `list` or `m` have the name of
 * their file behind that, because no two of a version may share one.
 */
export function folderOf(documents: Documents): string {
  const named = Object.entries(documents).map(([name, text]) => {
    const own = path.basename(name, '.graphql').replace(/\W/g, '_');
    return [name, text.replace(/^(\s*(?:query|mutation) )(get|list|m|touch|add)\b/, `$1$2_${own}`)];
  });
  return plainFolderOf(Object.fromEntries(named) as Documents);
}

export interface Toy {
  openApi: Portico['openApi'];
  trace: Trace;
  reports: (PorticoFailure & { error: Error & { status: number } })[];
  /** A body that is no text and no bytes is sent as JSON. */
  send(line: string, options?: Sent & { scopes?: string }): Promise<TextReply>;
}

const ALL_SCOPES = 'books:write authors:read';

type ToySettings = Pick<PorticoOptions, 'basePath' | 'publicUrl' | 'trustProxy'> & {
  /** Of the API, in the OpenAPI documents. */
  publisher?: NonNullable<PorticoOptions['info']>;
};

/** The REST API of documents over the toy schema. `line` of a request is a method and a target; the token is the scopes themselves. */
export function toyEngine(documents: Documents, { publisher, ...settings }: ToySettings = {}): Toy {
  const trace: Trace = { counts: 0, executions: 0, variables: [] };
  const reports: Toy['reports'] = [];
  const endpoints = folderOf({ 'api.json': '{ "name": "toy" }', ...documents });
  let portico: Portico;
  try {
    portico = createPortico({
      schema: toySchema,
      endpoints,
      context: (): Execution => {
        trace.executions++;
        return { trace };
      },
      authenticate({ authorization }) {
        if (authorization === undefined) {
          throw new GraphQLError('Send a token.', { extensions: { code: 'UNAUTHENTICATED' } });
        }
        return { subject: 'me', scopes: authorization.split(' ') };
      },
      report: (failure) => reports.push(failure as Toy['reports'][number]),
      ...(publisher && { info: publisher }),
      ...settings,
    });
  } finally {
    rmSync(endpoints, { recursive: true });
  }
  const { openApi } = portico;
  return {
    openApi,
    trace,
    reports,
    async send(line, { scopes = ALL_SCOPES, headers, ...rest } = {}) {
      const authorization = scopes !== 'nobody' && { authorization: scopes };
      const { reply, names } = await sendTo(portico, line, { ...rest, headers: { ...authorization, ...headers } });
      expectOwnHeaders(names, openApi);
      return reply;
    },
  };
}

/** What a test looks at: the status, and the body as JSON. */
export function seen({ status, body }: TextReply): [number, unknown] {
  return [status, body === null ? null : JSON.parse(body)];
}
