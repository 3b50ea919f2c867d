// The headers that OpenAPI requires are those that every response of the status has, whatever its media type is.
import { expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

type Header = { required?: boolean; $ref?: string };
type Responses = Record<string, { headers: Record<string, Header>; content?: object } | undefined>;

interface Document {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { headers: Record<string, Header> };
}

const MIXED = 'produces: ["application/json", "text/csv", "application/jsonl"]';
const page = '@paginate(styles: [CURSOR]) { nodes { id } }';
const pageHeaders = '{ "page": { "headers": { "X-Limit": "{limit}" } } }';
const named = 'books @paginate(styles: [OFFSET]) { totalCount @header(name: "Content-Disposition") nodes { id } }';

test.each<[name: string, document: string, required: string[], optional: string[], none: string[]]>([
  ['pages', `GET, maxAge: 5, ${MIXED}) { books ${page} }`, ['ETag', 'X-Limit'], [], []],
  ['pages and whole lists', `GET, maxAge: 5, stream: true, ${MIXED}) { books ${page} }`, [], ['ETag', 'X-Limit'], []],
  [
    'whole lists alone',
    `GET, maxAge: 5, stream: true, produces: ["text/csv"]) { books ${page} }`,
    [],
    [],
    ['ETag', 'X-Limit'],
  ],
  [
    'whole lists and the JSON of a version',
    `GET, maxAge: 5, stream: true, produces: ["text/csv", "application/vnd.a+json"]) { books ${page} }`,
    [],
    ['ETag', 'X-Limit'],
    [],
  ],
  [
    'a tag of the data beside whole lists',
    `GET, stream: true, ${MIXED}) { count @header(name: "ETag") books ${page} }`,
    [],
    ['ETag'],
    [],
  ],
  ['a file name of rows', `GET, produces: ["text/csv"]) { ${named} }`, [], ['Content-Disposition'], []],
  ['a file name of rows beside JSON', `GET, ${MIXED}) { ${named} }`, [], ['Content-Disposition'], []],
  [
    'a redirect with a tag of the data',
    `GET, status: 302, location: "/{name}") { author(name: "Ann") { tag: name @header(name: "ETag") name } }`,
    ['Location'],
    [],
    ['ETag'],
  ],
])('the required headers are always sent: %s', async (_, text, required, optional, none) => {
  const engine = toyEngine({
    'api.json': '{ "name": "toy", "versioning": "path" }',
    'conventions.json': pageHeaders,
    'v1/get.graphql': `query get @endpoint(path: "/a", method: ${text}`,
  });
  const { paths, components } = engine.openApi.get('/v1/openapi.json') as unknown as Document;
  const { responses } = paths['/a']!['get']!;
  const [status] = Object.keys(responses).filter((each) => /^[23]/.test(each) && each !== '304');
  const { headers, content = { '*/*': {} } } = responses[status!]!;
  const isRequired = (name: string) => {
    const { $ref, ...own } = headers[name]!;
    return ($ref === undefined ? own : components.headers[$ref.split('/').at(-1)!]!).required === true;
  };
  const names = Object.keys(headers);
  expect(names.filter((name) => [...required, ...optional, ...none].includes(name) && isRequired(name))).toEqual(
    required,
  );
  expect(names.filter((name) => optional.includes(name) && !isRequired(name)).toSorted()).toEqual(optional);
  expect(names.filter((name) => none.includes(name))).toEqual([]);
  expect('304' in responses).toBe(headers['ETag'] !== undefined);
  for (const accept of Object.keys(content)) {
    const reply = await engine.send('GET /v1/a', { headers: { accept } });
    expect(reply.status).toBe(Number(status));
    // A server adds its own.
    const expected = names.filter((name) => isRequired(name) && name !== 'X-Request-Id');
    expect(Object.keys(reply.headers)).toEqual(expect.arrayContaining(expected.map((name) => name.toLowerCase())));
    expect(names.map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(Object.keys(reply.headers).filter((name) => /^etag$|^x-|disposition/.test(name))),
    );
  }
});

test('a 304 has the tag that it is for, also beside whole lists', () => {
  const document = `query get @endpoint(path: "/a", method: GET, maxAge: 5, stream: true, ${MIXED}) { books ${page} }`;
  const { paths } = toyEngine({ 'v1/get.graphql': document }).openApi.get('/v1/openapi.json') as unknown as Document;
  expect(paths['/a']!['get']!.responses['304']!.headers['ETag']).toEqual({ $ref: '#/components/headers/ETag' });
});

test('what one version requires and another one does not is not required of the paths without a version', () => {
  const document = (stream: boolean) =>
    `query get @endpoint(path: "/a", method: GET, maxAge: 5, stream: ${stream}, ${MIXED}) { books ${page} }`;
  const { openApi } = toyEngine({ 'v1/get.graphql': document(false), 'v2/get.graphql': document(true) });
  const { paths } = openApi.get('/openapi.json') as unknown as Document;
  expect(paths['/a']!['get']!.responses['200']!.headers['ETag']).toMatchObject({ required: false });
});
