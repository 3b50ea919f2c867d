import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Toy, seen, toyEngine } from './support/toy.ts';

const FORM = 'application/x-www-form-urlencoded';
const documents = {
  'v1/fill.graphql': `mutation fill($grid: [[Int!]!], $genres: [[Genre!]!], $ids: [ID!], $filter: Filter, $filters: [Filter!], $pages: Int! = 3)
    @endpoint(method: POST, path: "/fills") { fill(grid: $grid, genres: $genres, ids: $ids, filter: $filter, filters: $filters, pages: $pages) { json } }`,
  'v1/post.graphql': `mutation post($title: String! @param(name: "book.title", maxLength: 20), $pages: Int @param(name: "book.pages", min: 1), $note: String, $authors: [AuthorInput!])
    @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: $title, pages: $pages, note: $note, authors: $authors }) { id title } }`,
  'v1/put.graphql': `mutation put($input: BookInput!)
    @endpoint(method: PUT, path: "/books", body: "input", consumes: ["${FORM}"], ignore: ["utm", "authors.rank"]) { addBook(input: $input) { id title } }`,
};
const toy = toyEngine({ 'conventions.json': `{ "consumes": ["${FORM}", "application/json"] }`, ...documents });
const send = (line: string, body: string | Uint8Array, type = FORM, to: Toy = toy) =>
  to.send(line, { body, headers: { 'content-type': type } });
const filled = async (form: string, to?: Toy) => {
  const { status, body } = await send('POST /v1/fills', form, FORM, to);
  const json = JSON.parse(body!) as { fill?: { json: string }; json?: string };
  return status === 200 ? JSON.parse(json.json!) : json;
};

describe('a form', () => {
  test('has dotted names as objects', async () => {
    const reply = await send(
      'POST /v1/books',
      'book[title]=Caf%C3%A9+%26+1&book[pages]=12&authors[0][name]=A,+B&authors[0][born]=1815',
    );
    expect([...seen(reply), reply.headers['location']]).toEqual([201, { id: 99, title: 'Café & 1' }, '/v1/books/99']);
    expect(toy.trace.variables.at(-1)).toEqual({
      title: 'Café & 1',
      pages: 12,
      authors: [{ name: 'A, B', born: 1815 }],
    });
  });

  test('and JSON have the same problems at the same places', async () => {
    const headers = { accept: 'application/problem+json' };
    const form =
      'book[title]=aaaaaaaaaaaaaaaaaaaaaaaaa&book[pages]=x&authors[0][born]=no&authors[1][name]=a&authors[1][nam]=b&nope=1';
    const json = {
      book: { title: 'a'.repeat(25), pages: 'x' },
      authors: [{ born: 'no' }, { name: 'a', nam: 'b' }],
      nope: '1',
    };
    const [one, other] = [
      await toy.send('POST /v1/books', { body: form, headers: { ...headers, 'content-type': FORM } }),
      await toy.send('POST /v1/books', { body: json, headers }),
    ];
    expect(one.body).toBe(other.body);
    expect(seen(one)).toEqual([400, expect.objectContaining({ status: 400 })]);
    const { errors } = seen(one)[1] as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual([
      'book.title',
      'book.pages',
      'authors.0.name',
      'authors.0.born',
      'authors.1.nam',
      'nope',
    ]);
  });

  test.each([
    ['book[title]=a&book[title][x]=b', 'book.title must be given only once'],
    ['book=1&book[title]=a', 'book must be an object, with names in brackets'],
    ['book[title]=a&authors=b', 'authors.0 must be an object, with names in brackets'],
    [
      'book[title]=a&__proto__[x]=b',
      '__proto__ is not a known property; known properties are "book", "note", "authors"',
    ],
    ['book[title', 'book is required'],
  ])('%s is refused: %s', async (form, message) => {
    const [status, body] = seen(await send('POST /v1/books', form));
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
  });

  test('that is malformed is 400', async () => {
    expect(seen(await send('POST /v1/books', Buffer.from([0x61, 0x3d, 0xff])))).toEqual([
      400,
      { error: 'The body is not valid UTF-8.' },
    ]);
    expect((await send('POST /v1/books', 'a=1&'.repeat(20_000))).status).toBe(413);
  });

  test('is 415 in another charset, and beside other types', async () => {
    expect((await send('POST /v1/books', 'book[title]=a', `${FORM.toUpperCase()}; charset=UTF-8`)).status).toBe(201);
    expect(seen(await send('POST /v1/books', 'book[title]=a', `${FORM}; charset=iso-8859-1`))).toEqual([
      415,
      { error: 'The charset iso-8859-1 is not supported; send UTF-8.' },
    ]);
    expect(seen(await send('POST /v1/books', 'x', 'text/plain'))).toEqual([
      415,
      { error: `Content-Type text/plain is not supported; send ${FORM} or application/json.` },
    ]);
    expect((await toy.send('POST /v1/books', { body: { book: { title: 'a' } } })).status).toBe(201);
    const none = toyEngine({ 'v1/post.graphql': documents['v1/post.graphql'] });
    expect((await send('POST /v1/books', 'book[title]=a', FORM, none)).status).toBe(415);
  });

  test('can be one input object, with names that are ignored', async () => {
    const form = 'title=T&genre=FACT&authors[0][name]=A&authors[0][rank]=1&utm=x';
    expect(seen(await send('PUT /v1/books', form))).toEqual([200, { id: 99, title: 'T' }]);
    expect((await send('PUT /v1/books', '')).status).toBe(400);
    expect(seen(await send('PUT /v1/books', '{}', 'application/json'))).toEqual([
      415,
      { error: `Content-Type application/json is not supported; send ${FORM}.` },
    ]);
  });

  test('may have unknown names where the conventions ignore them', async () => {
    const ignoring = toyEngine({
      'conventions.json': `{ "consumes": ["${FORM}"], "unknown": { "body": "ignore" } }`,
      ...documents,
    });
    expect(await filled('utm[source]=x&pages=1&a[b=2', ignoring)).toEqual({ pages: 1 });
  });

  test('of any text is a success or an error of the client', async () => {
    const part = fc.constantFrom(
      'a',
      'filter',
      'and',
      'ids',
      'grid',
      '[',
      ']',
      '[]',
      '[0]',
      '[1]',
      '[orElse]',
      '=',
      '&',
      '%',
      '%2C',
      ',',
      '1',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 24 }), async (parts) => {
        const { status } = await send('POST /v1/fills', parts.join(''));
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300 },
    );
    expect(toy.reports).toEqual([]);
  });
});
