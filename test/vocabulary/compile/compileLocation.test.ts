import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  type Query { a: String }
  type Mutation { add(id: ID): Book! }
  type Book { id: ID! title: String shelf: Shelf! author: Shelf tags: [String!]! pages: Int! }
  type Shelf { name: String! }
`;
const post = (path: string, more: string, selection = 'id', variables = '', given = '') =>
  `mutation add${variables} @endpoint(method: POST, path: "${path}"${more}) { add${given} { ${selection} } }`;
const created = (location: string, selection?: string) =>
  post('/b', `, status: 201, location: "${location}"`, selection);
const inPath = (location: string, selection?: string) =>
  post('/b/{id}', `, status: 201, location: "${location}"`, selection, '($id: ID!)', '(id: $id)');
/** Marked at the location. */
const marked = (location: string, selection?: string) =>
  created(location, selection).replace(`"${location}"`, `▶"${location}"`);
const unknown = (name: string, hint = `Select "${name}" in the response.`) =>
  `{${name}} in location is neither a path parameter nor a required scalar of the body. ${hint}`;
const optional = (name: string) =>
  unknown(name, `Name a property that every response has; "${name}" can be null or absent.`);
const noScalar = (name: string) => unknown(name, `Name a scalar; "${name}" is an object or a list.`);

describe('a location is', () => {
  const url = 'https://x.example/b/7';
  const add = { id: '7', title: url, shelf: { name: 'a b' }, author: { name: url }, tags: [], pages: 3 };
  test.each<[what: string, document: string, location: string | null]>([
    ['a property of the body', created('/b/{id}'), '/v1/b/7'],
    ['a URL by its response key', created('{title}', 'title @name(as: "url")'), url],
    ['a URL that is a template', created('{url}', 'url: id @template(value: "https://x.example/b/{}")'), url],
    ['a property of an object in it', created('/b/{shelf.name}', 'shelf { name }'), '/v1/b/a%20b'],
    [
      'a property of a wrapped, a spread or an unwrapped object',
      created(
        '/b/{at.id}/{data.title}/{name}/{id}',
        'at: id @wrap(as: "id") id ... @wrap(as: "data") { title: pages } shelf @spread { name } author @unwrap { n: name }',
      ),
      '/v1/b/7/3/a%20b/7',
    ],
    ['a path parameter', inPath('/b/{id}/x', 'title'), '/v1/b/5/x'],
    ['several values', created('/b/{id}:{shelf.name}', 'id shelf { name }'), '/v1/b/7:a%20b'],
    ['percent-encoded outside of a path', created('/ü b|/%20?a=b#c'), '/v1/%C3%BC%20b%7C/%20?a=b#c'],
    [
      'as it is where a path allows it',
      created("/a.b~c_d-e:f@g!h$i&j'k(l)m*n+o,p;q=r"),
      "/v1/a.b~c_d-e:f@g!h$i&j'k(l)m*n+o,p;q=r",
    ],
    ['with braces', created('/b{{/{id}}}'), '/v1/b%7B/7%7D'],
    ['absent with another status', post('/b', ''), null],
    ['absent with status 201', post('/b', ', status: 201'), null],
    ['that of a 202', post('/b', ', status: 202, location: "/b/{id}"'), '/v1/b/7'],
    ['that of a redirect', post('/b', ', status: 303, location: "/b/{id}"'), '/v1/b/7'],
    ['a URL in the body, which may be null', created('{title}', 'title'), url],
    ['a URL below an object, which may be null', created('{author.name}', 'author { name }'), url],
    ['a URL with the name of a path parameter', inPath('{id}', 'id'), 'https://x.example/5'],
  ])('%s', async (_, document, location) => {
    const line = document.includes('"/b/{id}", status') ? 'POST /v1/b/5' : 'POST /v1/b';
    const own = { ...add, ...(document.includes('location: "{id}"') && { id: 'https://x.example/5' }) };
    expect((await ask(schema, document, line, { root: { add: own } })).headers.get('location')).toBe(location);
  });
});

describe('a location is refused', () => {
  testFaults(schema, [
    ['the name of @name', marked('/b/{x}', 'id @name(as: "x")'), unknown('x')],
    [
      'that is missing',
      post('/b', ', status: ▶303'),
      'status 303 needs a location. Add location: "/…/{id}", or "{url}" of the response.',
    ],
    [
      'with segments that clients resolve away',
      marked('/b/%2E./{id}'),
      'location "/b/%2E./{id}" has a segment "." or "..", which clients resolve away. Write the path without it.',
    ],
    [
      'with another status',
      post('/b', ', location: ▶"/b/{id}"'),
      'Only an endpoint of status 201, 202 or 3xx has a location. Remove it, or set status: 201.',
    ],
    ['without a slash', marked('b/{id}'), 'location "b/{id}" does not start with a slash. Add the slash.'],
    ['with two slashes', marked('//b/{id}'), 'location "//b/{id}" names another host. Remove one of the slashes.'],
    [
      'that is a path parameter alone',
      inPath('{id}', 'title').replace('"{id}"', '▶"{id}"'),
      '{id} alone in location is a URL of the response, never a parameter. Write it in a path such as "/…/{id}", or select "id" in the response.',
    ],
    ...[
      ['that is an unknown name', '{url}', 'title', 'Select "url" in the response.'],
      ['that is a number', '{pages}', 'pages', 'Name a text; "pages" is none.'],
      ['that is a list', '{tags}', 'tags', 'Name a text; "tags" is none.'],
      ...['"/b/{}"', '"{}"', '"https://{}/x"', '"https://x.example{}"', '{ a: "https://x.example/{}" }'].map(
        (value) => [
          `that is the template ${value}`,
          '{url}',
          `url: id @template(value: ${value})`,
          'Begin its @template with a host, as in "https://example.com/{}", or write a path: "/…/{id}".',
        ],
      ),
    ].map(([what, name, selection, hint]): [string, string, string] => [
      `${what} alone`,
      marked(name!, selection),
      `${name} in location is not a URL of the response. ${hint}`,
    ]),
    ...['/b/{id', '/b/id}', '/b/{id}}', '/b/{{id}'].map((location): [string, string, string] => [
      `with an unpaired brace: ${location}`,
      marked(location),
      `location "${location}" has an unpaired brace. Write it as "/users/{id}"; {{ and }} are braces.`,
    ]),
    ['with a name that is not selected', marked('/b/{id}', 'title'), unknown('id')],
    ['with a nullable property', marked('/b/{title}', 'title'), optional('title')],
    ['below a nullable object', marked('/b/{author.name}', 'author { name }'), optional('author.name')],
    ['with an object', marked('/b/{shelf}', 'shelf { name }'), noScalar('shelf')],
    ['with a list', marked('/b/{tags}', 'tags'), noScalar('tags')],
    ['below a scalar', marked('/b/{id.x}'), unknown('id.x')],
    [
      'with a property under a condition',
      post('/b', ', status: 201, location: ▶"/b/{id}"', 'id @include(if: $t)', '($t: Boolean! @param(in: QUERY))'),
      optional('id'),
    ],
    [
      'with a name that is in the path and in the body',
      inPath('/b/{id}', 'id').replace('"/b/{id}")', '▶"/b/{id}")'),
      '{id} in location is ambiguous: it is both a path parameter and a response property. Rename the path parameter.',
    ],
    [
      'with a query parameter',
      post('/b', ', status: 201, location: ▶"/b/{id}"', 'title', '($id: ID @param(in: QUERY))', '(id: $id)'),
      unknown('id'),
    ],
  ]);
});
