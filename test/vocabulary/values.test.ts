import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const SORT = `[{ text: "fact", value: { genre: FACT } }, { text: "-fact", value: { and: [{ genre: FICTION }] } }]`;
const fill = (values = SORT, more = '') => ({
  'v1/fill.graphql': `mutation fill(
    $filters: [Filter!]${more} @param(name: "sort", in: QUERY, values: ${values})
    $filter: Filter @param(name: "data.preset", values: ${values})
    $pages: Int! = 3 @param(values: [{ text: "few", value: 3 }, { text: "many", value: 300 }])
  ) @endpoint(method: POST, path: "/fill") { fill(filters: $filters, filter: $filter, pages: $pages) { json } }`,
});
const echoed = (given: object) => [200, { json: JSON.stringify(given) }];

describe('a text', () => {
  test('stands for its value, in a query as in a body', async () => {
    const toy = toyEngine(fill());
    const body = { data: { preset: '-fact' }, pages: 'many' };
    expect(seen(await toy.send('POST /fill?sort=-fact,fact', { body }))).toEqual(
      echoed({
        filter: { and: [{ genre: 'FICTION' }] },
        filters: [{ and: [{ genre: 'FICTION' }] }, { genre: 'FACT' }],
        pages: 300,
      }),
    );
  });
  test('that is absent leaves the variable unset, and null is null in a body', async () => {
    const toy = toyEngine(fill());
    expect(seen(await toy.send('POST /fill', { body: {} }))).toEqual(echoed({ pages: 3 }));
    await toy.send('POST /fill', { body: { data: { preset: null } } });
    expect(toy.trace.variables).toEqual([{ pages: 3 }, { pages: 3, filter: null }]);
  });
  test('of no value is refused as that of an enum is, with all others', async () => {
    const toy = toyEngine(fill());
    const reply = await toy.send('POST /fill?sort=fact,x', { body: { data: { preset: 1 }, pages: 300 } });
    const error =
      'sort.1 must be one of "fact", "-fact"; data.preset must be one of "fact", "-fact"; ' +
      'pages must be one of "few", "many"';
    expect(seen(reply)).toEqual([400, { error }]);
    expect(toy.trace.executions).toBe(0);
  });
  test('is in the message of a resource that is not found', async () => {
    const toy = toyEngine({
      'v1/book.graphql': `query book($id: SafeInt! @param(values: [{ text: "last", value: 45 }, { text: "none", value: 46 }]))
        @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id } }`,
    });
    expect(seen(await toy.send('GET /books/last'))).toEqual([200, { id: 45 }]);
    expect(seen(await toy.send('GET /books/none'))).toEqual([404, { error: 'No Book was found for id none.' }]);
  });
});

const list = (genre: string) => ({
  'v1/list.graphql': `query list($genres: [Genre!] = [${genre}] @param(values: [{ text: "true", value: ${genre} }]))
    @endpoint(method: GET, path: "/books") { books(genres: $genres) @paginate { nodes { id } } }`,
});

test('a cursor is bound to the text, and to the default as to its text', async () => {
  const cursorOf = async (genre: string, query: string) => {
    const { body } = await toyEngine(list(genre)).send(`GET /books?limit=1${query}`);
    return (JSON.parse(body!) as { pagination: { nextCursor: string } }).pagination.nextCursor;
  };
  const cursor = await cursorOf('FACT', '');
  expect(await cursorOf('FACT', '&genres=true')).toBe(cursor);
  const other = await toyEngine(list('FICTION')).send(`GET /books?limit=1&cursor=${cursor}&genres=true`);
  expect(other.status).toBe(200);
  const unfiltered = await toyEngine(list('FICTION')).send(`GET /books?limit=1&cursor=${cursor}&genres=`);
  expect(seen(unfiltered)).toEqual([400, { error: 'cursor must be a cursor of this list' }]);
});

describe('OpenAPI', () => {
  const documentOf = (values: string, more = '') => toyEngine(fill(values, more)).openApi.get('/v1/openapi.json')!;

  test('lists the texts, of which one is the default', () => {
    const document = documentOf(SORT, '! = [{ genre: FACT }]') as unknown as {
      paths: Record<string, { post: { parameters: unknown; requestBody: { content: Record<string, unknown> } } }>;
    };
    const { parameters, requestBody } = document.paths['/fill']!.post;
    const texts = { type: 'string', enum: ['fact', '-fact'] };
    expect(parameters).toEqual([
      {
        name: 'sort',
        in: 'query',
        required: false,
        style: 'form',
        explode: false,
        schema: { type: 'array', items: texts, default: ['fact'] },
      },
    ]);
    expect(requestBody.content['application/json']).toMatchObject({
      schema: {
        properties: {
          data: { properties: { preset: { type: ['string', 'null'], enum: ['fact', '-fact', null] } } },
          pages: { type: 'string', enum: ['few', 'many'], default: 'few' },
        },
      },
    });
  });
});
