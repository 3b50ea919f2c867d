// The OpenAPI documents of endpoint documents over the schema of a small library.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { type PorticoOptions, createPortico } from '../../../../src/gateway/index.ts';

const SCHEMA = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  directive @authenticated on OBJECT | FIELD_DEFINITION
  scalar SafeInt
  scalar JSON
  scalar Isbn
  scalar Upload
  type Query {
    book(id: ID): Book  theBook: Book!  titles: [String]!  title: String!  shelf: Shelf!  work: Work!  author: Author!
    problem: Problem!  secret: Secret! @requiresScopes(scopes: [["b", "c"], ["d"]])
    known: Known!
    echo(
      text: String  number: Int  flag: Boolean  genre: Genre  id: ID  isbn: Isbn  json: JSON  texts: [String!]
      grid: [[String]!]  author: AuthorInput  authors: [AuthorInput!]  choice: Choice  filter: Filter  lines: [String]  all: [JSON!]
    ): String!
    books(first: Int, after: String, last: Int, before: String, offset: Int): Books!
    uncounted(first: Int, after: String, offset: Int): Uncounted!
    counted(first: Int, after: String, offset: Int): Counted!
    numbers(first: Int, offset: Int, after: String): Numbers!
  }
  type Mutation {
    add(title: String, author: AuthorInput, file: Upload, files: [Upload!]): Book!
    try(title: String): Outcome!
    refuse: [Refusal!]!
  }
  "What a book is about."
  enum Genre { FICTION FACT }
  "A book."
  type Book {
    id: ID!  title: String  pages: Int!  weight: Float!  sold: SafeInt!  genre: Genre!  subgenre: Genre  author: Author!
    translator: Author  shelf: Shelf!  tags: [String]!  isbn: Isbn
    "The name of the book." name: String @deprecated(reason: "Use title.")
    "What it is about." about: Genre!
  }
  type Author { name: String!  motto: String }
  type Shelf { id: ID!  name: String!  owner: Author }
  type Problem { name: String! }
  type Reel { title: Int!  box: Box!  maker: Author }
  type Box { size: Int! }
  union Work = Book | Reel
  type Secret {
    name: String!
    detail: String @requiresScopes(scopes: [["a"]])
    known: String @authenticated
  }
  type Known {
    name: String!
    own: Known @authenticated
    much: Secret @requiresScopes(scopes: [["a"]])
  }
  type Outcome { book: Book  errors: [Refusal!]! }
  type Refusal { message: String!  code: String }
  type PageInfo { hasNextPage: Boolean!  endCursor: String  startCursor: String }
  type Books { nodes: [Book!]!  pageInfo: PageInfo!  totalCount: Int! }
  type Uncounted { nodes: [Book!]!  pageInfo: PageInfo! }
  type Counted { nodes: [Book!]!  pageInfo: PageInfo!  totalCount: Int }
  type Numbers { nodes: [Int!]!  pageInfo: PageInfo!  totalCount: Int! }
  "An author."
  input AuthorInput { "The name." fullName: String!  genre: Genre = FACT  old: String @deprecated(reason: "Gone.") }
  input Choice @oneOf { a: String  b: String }
  input Filter { and: [Filter!] }
`;

const RESTRICTION = / @(?:authenticated|requiresScopes\(scopes: .*\]\]\))$/gm;

/** A part of a document, however deep. */
export type Node = { readonly [key: string]: Node };

/** Files by their path below the folder; an object is JSON. */
export type Files = Readonly<Record<string, string | object>>;

/** The documents by their path, such as `/v1/openapi.json`. With `open`, nothing authenticates, or is restricted. */
export function openApiOf(
  files: Files,
  { open = false, ...options }: Partial<PorticoOptions> & { open?: boolean } = {},
): Readonly<Record<string, Node>> {
  const authenticate = open ? {} : { authenticate: () => null };
  return describeSchema(open ? SCHEMA.replaceAll(RESTRICTION, '') : SCHEMA, files, { ...authenticate, ...options });
}

/** The documents of an API over another schema. */
export function describeSchema(
  schema: string,
  files: Files,
  options: Partial<PorticoOptions> = {},
): Readonly<Record<string, Node>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'described-'));
  try {
    for (const [name, content] of Object.entries({ 'api.json': { name: 'toy' }, ...files })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    const { openApi } = createPortico({
      schema: buildSchema(schema),
      endpoints: folder,
      idempotency: { begin: () => Promise.resolve(null), finish: () => Promise.resolve() },
      ...options,
    });
    return Object.fromEntries(openApi) as Readonly<Record<string, Node>>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The document of version 1 with one endpoint. */
export function documentOf(endpoint: string, conventions: object = {}): Node {
  return openApiOf({ 'v1/conventions.json': conventions, 'v1/endpoint.graphql': endpoint })['/v1/openapi.json']!;
}

/** The operation of the only path of a document. */
export function operationOf({ paths }: Node): Node {
  const [methods] = Object.values(paths!);
  return Object.values(methods!)[0]!;
}

/** The schema of the JSON of the success of the only operation. */
export function successOf(document: Node): Node {
  const { responses } = operationOf(document);
  const success = Object.entries(responses!).find(([status]) => status.startsWith('2'))![1];
  return success['content']!['application/json']!['schema']!;
}

/** A reference to a schema. */
export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}
