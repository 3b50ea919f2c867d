// A schema of a small library, and an engine over it from documents that stand in the test: no database, no server.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DocumentNode, GraphQLError, GraphQLScalarType, type GraphQLSchema, buildSchema, execute } from 'graphql';
import type { Caller } from '../../../src/gateway/guard/access/Caller.ts';
import { type Engine, type EngineOptions, createEngine } from '../../../src/gateway/serve/createEngine.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import type { ExecutionRequest, Prepare } from '../../../src/gateway/execute/Execute.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import type { Reply } from '../../../src/gateway/http/Reply.ts';
import { toBearer } from '../../../src/gateway/http/credentials.ts';
import type { RestRequest } from '../../../src/gateway/handle/read/RestRequest.ts';
import { compileThroughJson } from './compileThroughJson.ts';
import { expectOwnHeaders } from './expectOwnHeaders.ts';

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
  variables: unknown[];
}

function resolvers(trace: Trace) {
  const echo = (given: object) => ({ json: JSON.stringify(given) });
  const books = ({ first = 10, after, offset = 0, shelf, genres }: ListArguments) => {
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

export type Documents = Record<string, string>;

/**
 * A folder of endpoint documents, by path below it. Operations that a test only calls `get`, `list` or `m` have the name of
 * their file behind that, because no two of a version may share one.
 */
export function folderOf(documents: Documents): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'endpoints-'));
  for (const [name, text] of Object.entries(documents)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const own = path.basename(name, '.graphql').replace(/\W/g, '_');
    writeFileSync(file, text.replace(/^(\s*(?:query|mutation) )(get|list|m|touch|add)\b/, `$1$2_${own}`));
  }
  return folder;
}

/** A reply without a content coding. */
export type TextReply = Reply & { body: string | null };

export interface Toy {
  openApi: Engine['openApi'];
  trace: Trace;
  reports: { requestId: string; error: ServiceError }[];
  /** A body that is no text and no bytes is sent as JSON. */
  send(
    line: string,
    options?: {
      headers?: Record<string, string>;
      body?: unknown;
      scopes?: string;
      signal?: AbortSignal;
      peer?: RestRequest['peer'];
    },
  ): Promise<TextReply>;
}

const ALL_SCOPES = 'books:write authors:read';

/** An engine over the toy schema. `line` of a request is a method and a target; the token is the scopes themselves. */
export function toyEngine(documents: Documents, settings: Partial<EngineOptions['settings']> = {}): Toy {
  const trace: Trace = { counts: 0, executions: 0, variables: [] };
  const reports: Toy['reports'] = [];
  const rootValue = resolvers(trace);
  const prepare: Prepare = (document: DocumentNode) => (request: ExecutionRequest) => {
    trace.executions++;
    trace.variables.push(request.variables);
    return Promise.resolve(
      execute({
        schema: toySchema,
        document: request.document?.create() ?? document,
        rootValue,
        variableValues: { ...request.variables },
      }),
    );
  };
  const engine = createEngine({
    plan: compileToy({ 'api.json': '{ "name": "toy" }', ...documents }),
    schema: toySchema,
    prepare,
    authenticate: (received, scheme): Promise<Caller> => {
      const authorization = toBearer(received, scheme);
      if (authorization === undefined) {
        return Promise.reject(
          new ServiceError('UNAUTHENTICATED', 'Send a token.', { headers: { 'www-authenticate': 'Bearer' } }),
        );
      }
      return Promise.resolve({ subject: 'me', scopes: new Set(authorization.split(' ')), claims: {}, authorization });
    },
    report: (failure) => reports.push(failure),
    settings: { basePath: '', ...settings },
  });
  return {
    openApi: engine.openApi,
    trace,
    reports,
    async send(line, { headers = {}, body, scopes = ALL_SCOPES, signal = new AbortController().signal, peer } = {}) {
      const [method = '', target = ''] = line.split(' ');
      const isReady = typeof body === 'string' || body instanceof Uint8Array;
      const json = body === undefined || isReady ? body : JSON.stringify(body);
      const reply = await engine.handle({
        method,
        target,
        headers: {
          ...(scopes !== 'nobody' && { authorization: scopes }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        requestId: 'request-1',
        signal,
        ...(peer && { peer }),
        readBody: () => Promise.resolve(typeof json === 'string' ? Buffer.from(json) : (json ?? Buffer.alloc(0))),
      });
      expectOwnHeaders(Object.keys(reply.headers), engine.responseHeaders);
      return reply as TextReply;
    },
  };
}

/** The plan of documents over the toy schema. */
export function compileToy(documents: Documents): ApiPlan {
  const folder = folderOf(documents);
  try {
    return compileThroughJson(folder, toySchema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a test looks at: the status, and the body as JSON. */
export function seen({ status, body }: TextReply): [number, unknown] {
  return [status, body === null ? null : JSON.parse(body)];
}
