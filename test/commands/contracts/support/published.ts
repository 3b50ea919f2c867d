// An API of a small library, and what was published of it: its own OpenAPI document, with edits.
import { buildSchema } from 'graphql';
import { expect } from 'vitest';
import { type Files, Folder } from '../../support/runPortico.ts';

const SDL = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  scalar SafeInt
  scalar Big
  scalar Isbn
  type Query {
    books(genres: [Genre!], since: Big, first: Int, after: String, offset: Int): BookConnection!
    book(id: SafeInt, isbn: Isbn): Book
    open: Int
  }
  type Mutation { addBook(input: BookInput!): Book! @requiresScopes(scopes: [["books:write"], ["admin"]]) }
  type BookConnection { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Book { id: SafeInt! title: String! genre: Genre! pages: Int price: Float subtitle: String author: Author }
  type Author @requiresScopes(scopes: [["authors:read"]]) { name: String! books: [Book]! }
  enum Genre { FACT FICTION }
  input BookInput { title: String! genre: Genre = FACT pages: Int tags: [String!] }
`;

const CONVENTIONS = {
  scalars: {
    SafeInt: { type: 'integer', minimum: 0, maximum: 1000 },
    Big: { type: 'integer' },
    Isbn: { type: 'string', maxLength: 100, pattern: '^[0-9]+$' },
  },
  accepts: { 'application/vnd.acme+json': 'application/json' },
};

const DOCUMENTS: Files = {
  'rest/conventions.json': JSON.stringify(CONVENTIONS),
  'rest/v1/shapes/Book.graphql':
    'fragment Book on Book { id title genre pages price subtitle @catch kind: __typename @template(value: "book") author { ...Author } }',
  'rest/v1/shapes/Author.graphql': 'fragment Author on Author { name books { id } }',
  'rest/v1/listBooks.graphql': `query listBooks($genres: [Genre!] @param(maxItems: 3), $since: Big = 9007199254740993)
    @endpoint(method: GET, path: "/books") {
      books(genres: $genres, since: $since) @paginate(styles: [OFFSET, CURSOR]) { nodes { ...Book } }
    }`,
  'rest/v1/streamBooks.graphql':
    'query streamBooks @endpoint(method: GET, path: "/all", stream: true, produces: ["application/json", "text/csv"]) { books @paginate { nodes { id } } }',
  'rest/v1/getBook.graphql':
    'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { ...Book } }',
  'rest/v1/findBook.graphql': `query findBook($isbn: Isbn! @param(minLength: 2), $full: Boolean = false @expand(name: "title"))
    @endpoint(method: GET, path: "/find") { book(isbn: $isbn) { id title @include(if: $full) } }`,
  'rest/v1/addBook.graphql':
    'mutation addBook($input: BookInput!) @endpoint(method: POST, path: "/books", body: "input", status: 201) { addBook(input: $input) { ...Book } }',
  'rest/v1/getOpen.graphql': 'query getOpen @endpoint(method: GET, path: "/open", auth: NONE) { open }',
};

/** What becomes of nodes of a document, by their JSON pointers; `undefined` takes a node out, and `/-` appends to a list. */
export type Edits = Readonly<Record<string, unknown>>;

/** The document with edits. Fails if a pointer leads nowhere, or changes nothing. */
export function edited(original: unknown, edits: Edits): unknown {
  const document: unknown = structuredClone(original);
  for (const [pointer, value] of Object.entries(edits)) {
    const names = pointer.split('/').map((name) => name.replaceAll('~1', '/'));
    const last = names.pop()!;
    const parent = names.reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      document,
    );
    if (typeof parent !== 'object' || parent === null) throw new Error(`There is no ${pointer}.`);
    if (value === undefined && !(last in parent)) throw new Error(`There is no ${pointer}.`);
    if (Array.isArray(parent) && last === '-') parent.push(value);
    else if (value === undefined) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, value);
  }
  if (JSON.stringify(document) === JSON.stringify(original))
    throw new Error(`${Object.keys(edits).join()} is as it was.`);
  return document;
}

/** JSON whose numbers of many digits are texts, as `textOf` takes them. */
export const parse = (json: string): unknown => JSON.parse(json.replaceAll(/(\d{16,})(?=[,}\s])/g, '"#$1"'));

/** A text of JSON in which a number has more digits than it has here: `'#9007199254740993'` is that number. */
export const textOf = (document: unknown) => JSON.stringify(document).replaceAll(/"#(\d[^"]*)"/g, '$1');

export interface Breaking {
  change: string;
  affected: string;
  endpoints: string[];
  hint: string;
}

const FILE = 'contracts/openapi.v1.json';
const ELSEWHERE =
  /, or make the change in a new version: a folder v2 of the endpoint documents with only the differences\.$/;

/** What breaks the clients of what was published: the document of the API with edits. */
export class Publisher {
  readonly #folder = new Folder({ ...DOCUMENTS, 'contracts/': '' });
  readonly #options = {
    defaults: { loadSchema: async () => buildSchema(SDL), endpoints: this.#folder.at('rest'), root: this.#folder.path },
  };

  async breaksOf(published: Edits): Promise<Breaking[]> {
    if (!this.#folder.has(FILE)) await this.#folder.run('contracts', this.#options);
    this.#folder.write({ 'old/openapi.v1.json': textOf(edited(parse(this.#folder.read(FILE)), published)) });
    const { json } = await this.#folder.runJson('contracts --against ./old', this.#options);
    const { breaks, errors } = json as { breaks: Breaking[]; errors: string[] };
    expect(errors).toEqual([]);
    return breaks.map(({ change, affected, endpoints, hint }) => ({
      change,
      affected,
      endpoints,
      hint: hint.replace(ELSEWHERE, ''),
    }));
  }
}
