import { describe, expect, test } from 'vitest';
import { type Documents, toyEngine } from './support/toy.ts';

const at = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters}\n@endpoint(method: GET, path: "${path}"${more}) {\n${selection}\n}`;
const mutation = (selection: string, parameters = '', more = ', status: 200') =>
  `mutation add${parameters}\n@endpoint(method: POST, path: "/b"${more}) {\n${selection}\n}`;

/** Each case: a document, the line of its mistake, and what is said. */
const cases: [promise: string, document: string, line: number, message: string][] = [
  [
    'a page that is selected twice',
    at('/b', 'books @paginate { nodes { id } }\nbooks @paginate { nodes { title } }'),
    4,
    '"books" is paginated, and so is selected in one place.',
  ],
  [
    'a name that is none',
    mutation('complain(about: $a)', '($a: String @param(name: "a..b"))'),
    1,
    '"a..b" is no name.',
  ],
  [
    'a location with half a placeholder',
    mutation('addBook(input: { title: "x" }) { id }', '', ', status: 201, location: "/b/{id"'),
    1,
    'has a brace without its other half.',
  ],
  [
    'an @expand with a @param',
    at('/b', 'book(id: 1) { id @include(if: $x) }', '($x: Boolean = false @expand @param(name: "y"))'),
    1,
    '$x is a value of expand, of which @param says nothing.',
  ],
  [
    'a @param of what is exported',
    `query l { book(id: 1) { id @export(as: "n") } }\n${at('/b', 'book(id: $n) { id }', '($n: SafeInt! @param(min: 1))')}`,
    2,
    '$n is exported, and so is nothing that a client could send.',
  ],
  [
    'a mutation with two root fields in a fragment',
    mutation('... on Mutation { touch complain }'),
    1,
    'A mutation has one root field',
  ],
  [
    'a connection that cannot tell where it ends',
    at('/b', 'odd @paginate(styles: [CURSOR]) { nodes { id } }'),
    3,
    'A page of "odd" cannot be asked for: Cannot query field "endCursor" on type "OddInfo".',
  ],
  [
    'a placeholder without a variable',
    at('/b/{id}', 'shelves { name }'),
    1,
    'The path names {id}, but no variable has that wire name.',
  ],
  [
    'a nullable path parameter',
    at('/b/{id}', 'echo(text: $id) { json }', '($id: String)'),
    1,
    'Path parameter "id" is a String, but a path is never without it. Declare it as String! without a default.',
  ],
  [
    'a list in the path',
    at('/b/{ids}', 'echo(ids: $ids) { json }', '($ids: [ID!]!)'),
    1,
    'Path parameter "ids" is a [ID!]!',
  ],
  [
    'a 201 without a location',
    mutation('addBook(input: { title: "x" }) { id }', '', ', status: 201'),
    1,
    'A 201 says where the new resource is.',
  ],
  [
    'a location without a 201',
    mutation('addBook(input: { title: "x" }) { id }', '', ', location: "/b/{id}"'),
    1,
    'Only a 201 has a location.',
  ],
  [
    'a location that is not selected',
    mutation('addBook(input: { title: "x" }) { title }', '', ', status: 201, location: "/b/{id}"'),
    1,
    '{id} of the location is no path parameter and no required scalar of the body.',
  ],
  [
    'a location of a nullable',
    mutation('addBook(input: { title: "x" }) { author { name } }', '', ', status: 201, location: "/b/{author.name}"'),
    1,
    '{author.name} of the location',
  ],
  ['body: of no variable', mutation('touch', '', ', body: "input"'), 1, 'body: "input" names no variable'],
  [
    'two variables of one wire name',
    at('/b', 'echo(text: $a, id: $b) { json }', '($a: String @param(name: "x"), $b: ID @param(name: "x"))'),
    1,
    'Two variables have the wire name "x".',
  ],
  [
    'a body name that is a prefix',
    mutation(
      'addBook(input: { title: $a, note: $b }) { id }',
      '($a: String! @param(name: "x"), $b: String @param(name: "x.y"))',
    ),
    1,
    'In the body, "x.y" and "x" cannot both be there.',
  ],
  [
    'a parameter named like one of the page',
    at('/b', 'books(shelf: $s) @paginate { nodes { id } }', '($s: String @param(name: "limit"))'),
    1,
    '"limit" is a parameter of the engine already.',
  ],
  [
    'a parameter named like that of expand',
    at(
      '/b',
      'echo(text: $expand) { json ...@include(if: $e) { json } }',
      '($expand: String, $e: Boolean = false @expand)',
    ),
    1,
    '"expand" is a parameter of the engine already.',
  ],
  [
    'an expand that is no Boolean',
    at('/b', 'echo(text: $e) { json }', '($e: String @expand)'),
    1,
    'so it is a Boolean that is false by default. Write "$e: Boolean = false @expand".',
  ],
  [
    'an expand that is on by default',
    at('/b', 'book(id: 1) { id title @include(if: $e) }', '($e: Boolean = true @expand)'),
    1,
    'so it is a Boolean that is false by default',
  ],
  [
    'an expand that is an argument',
    at('/b', 'echo(flag: $e) { json }', '($e: Boolean = false @expand)'),
    3,
    '$e is an expand, and so can only stand in @include(if:) or @skip(if:).',
  ],
  [
    'two expands of one name',
    at(
      '/b',
      'book(id: 1) { id @skip(if: $a) title @include(if: $b) }',
      '($a: Boolean = false @expand(name: "x"), $b: Boolean = false @expand(name: "x"))',
    ),
    1,
    'Two variables have the expand value "x".',
  ],
  [
    'an answer that can be left out',
    at('/b', 'book(id: 1) @include(if: $e) { id }', '($e: Boolean = false)'),
    1,
    '"book" is the answer, and so cannot be left out by @include or @skip.',
  ],
  [
    '@unwrap of a scalar',
    at('/b', 'book(id: 1) { title @unwrap }'),
    3,
    '@unwrap stands on "title", which is no object.',
  ],
  [
    '@unwrap of two children',
    at('/b', 'book(id: 1) { shelf @unwrap { name owner { name } } }'),
    3,
    '@unwrap stands on "shelf", which is to have one child that is always there.',
  ],
  [
    '@unwrap of a conditional child',
    at('/b', 'book(id: 1) { shelf @unwrap { name @include(if: $e) } }', '($e: Boolean = false)'),
    3,
    'which is to have one child that is always there',
  ],
  [
    'one key with two directives',
    at('/b', 'book(id: 1) { shelf @unwrap { name } shelf { name } }'),
    3,
    '"shelf" is selected more than once, but not with the same directives.',
  ],
  [
    '@paginate off the answer',
    at('/b', 'book(id: 1) { title } books @paginate { nodes { id } }'),
    3,
    '@paginate stands once, in a GET of status 200, on the field that is the whole answer.',
  ],
  [
    '@paginate under 204',
    at('/b', 'books @paginate { nodes { id } }', '', ', status: 204'),
    3,
    '@paginate stands once, in a GET of status 200',
  ],
  [
    'a placeholder that is there twice',
    at('/a/{id}/b/{id}', 'book(id: $id) { id }', '($id: SafeInt!)'),
    1,
    'The path names the same placeholder twice.',
  ],
  [
    '@paginate with more than the items',
    at('/b', 'books @paginate { nodes { id } totalCount }'),
    3,
    '@paginate stands on "books", which is to select its items and nothing else.',
  ],
  ['@paginate of what is no connection', at('/b', 'shelves @paginate { name }'), 3, '@paginate stands on "shelves"'],
  [
    '@paginate with its argument given',
    at('/b', 'books(first: 3) @paginate { nodes { id } }'),
    3,
    '@paginate sets "first" of "books" itself.',
  ],
  [
    '@paginate with a default over the maximum',
    at('/b', 'books @paginate(default: 30, max: 20) { nodes { id } }'),
    3,
    'The default of 30 is not from 1 to 20.',
  ],
  [
    '@paginate without a style',
    at('/b', 'books @paginate(styles: []) { nodes { id } }'),
    3,
    'styles: names each style once',
  ],
  [
    'a pattern that does not compile',
    at('/b', 'echo(text: $t) { json }', '($t: String @param(pattern: "("))'),
    1,
    'The pattern does not compile',
  ],
  [
    'a bound of the wrong type',
    at('/b', 'echo(text: $t) { json }', '($t: String @param(min: 1))'),
    1,
    'min and max bound a number, not a String. Use minLength and maxLength.',
  ],
  [
    'a length of a number',
    at('/b', 'echo(number: $t) { json }', '($t: Int @param(maxLength: 1))'),
    1,
    'minLength, maxLength and pattern bound text, not a Int. Use min and max.',
  ],
  [
    'a default that is too short',
    at('/b', 'echo(text: $t) { json }', '($t: String = "" @param(minLength: 3))'),
    1,
    'The default is one that a client could not send: t must have at least 3 characters.',
  ],
  [
    'a default with too many items',
    at('/b', 'echo(ids: $t) { json }', '($t: [ID!] = ["a", "b"] @param(maxItems: 1))'),
    1,
    't must have at most 1 items',
  ],
  [
    'an example that is no number',
    at('/b', 'book(id: $t) { id }', '($t: SafeInt! @param(example: "one"))'),
    1,
    'The example is one that a client could not send: t must be an integer from -9007199254740991',
  ],
  [
    'an example that is out of bounds',
    at('/b', 'echo(text: $t) { json }', '($t: String @param(maxLength: 3, example: "Emma"))'),
    1,
    'The example is one that a client could not send: t must have at most 3 characters.',
  ],
  [
    'a bound of an enum',
    at('/b', 'echo(genre: $t) { json }', '($t: Genre @param(min: 1))'),
    1,
    'min and max bound a number, not a Genre. Leave them out.',
  ],
  [
    'a length of a scalar that is a number',
    at('/b', 'book(id: $t) { id }', '($t: SafeInt! @param(minLength: 4))'),
    1,
    'bound text, not a SafeInt. Use min and max.',
  ],
  [
    'a negative length',
    at('/b', 'echo(text: $t) { json }', '($t: String @param(maxLength: -1))'),
    1,
    '-1 is no number of characters or items.',
  ],
  [
    'a default out of bounds',
    at('/b', 'echo(number: $t) { json }', '($t: Int = 5 @param(max: 4))'),
    1,
    'The default is one that a client could not send: t must be an integer from -2147483648 to 4. Change the default, or its bounds.',
  ],
  [
    'bounds that exclude each other',
    at('/b', 'echo(number: $t) { json }', '($t: Int @param(min: 5, max: 4))'),
    1,
    'min is greater than its maximum.',
  ],
];

const shape = { 'v1/shapes/Book.graphql': 'fragment Book on Book { id }' };
const mistakesOf = (documents: Documents): string => {
  try {
    toyEngine(documents);
  } catch (error) {
    return (error as Error).message.replace(/\S*\/endpoints-\w+\/?/g, '');
  }
  return '';
};

describe('a document is refused, with its file, its line and the mend, for', () => {
  test.each(cases)('%s', (_, document, line, message) => {
    const told = mistakesOf({ 'v1/a.graphql': document, ...shape });
    expect(told).toContain(`v1/a.graphql:${line}:`);
    expect(told).toContain(message);
  });
});

describe('a folder is refused for', () => {
  const one = at('/b', 'shelves { name }');
  test.each<[string, Documents, string]>([
    [
      'two operations of one name',
      { 'v1/a.graphql': one.replace('get', 'same'), 'v1/b.graphql': one.replace('get', 'same').replace('/b', '/c') },
      'The operation same stands in v1/a.graphql as well.',
    ],
  ])('%s', (_, documents, message) => {
    expect(mistakesOf(documents)).toContain(message);
  });
  const paged = { 'v1/a.graphql': at('/b', 'books @paginate { nodes { id } }') };
  test('one name for two query parameters', () => {
    const conventions = JSON.stringify({ page: { parameters: { cursor: 'page' } } });
    expect(mistakesOf({ ...paged, 'conventions.json': conventions })).toContain(
      'The query parameter "page" would mean two things.',
    );
  });
  test('names of input fields are not to meet', () => {
    const met = mutation('meet(clash: $c) { json }', '($c: Clash)');
    expect(mistakesOf({ 'v1/a.graphql': met, 'conventions.json': '{"case": "snake_case"}' })).toContain(
      'Of Clash, fooBar and foo_bar are both written "foo_bar".',
    );
    expect(mistakesOf({ 'v1/a.graphql': met })).toBe('');
  });
  test('an endpoint may end on the day of its deprecation', async () => {
    const dates = { deprecated: '2027-01-31', sunset: '2027-01-31' };
    const toy = toyEngine({
      'v1/conventions.json': JSON.stringify(dates),
      'v1/a.graphql': at(
        '/b',
        'shelves { name }',
        '',
        `, deprecated: "${dates.deprecated}", sunset: "${dates.sunset}"`,
      ),
    });
    expect((await toy.send('GET /v1/b')).headers).toMatchObject({ sunset: 'Sun, 31 Jan 2027 00:00:00 GMT' });
  });
  test('the root is a path', async () => {
    const toy = toyEngine({ 'v1/a.graphql': at('/', 'book(id: 1) { id }') }, { basePath: '/api' });
    for (const target of ['/api/v1', '/api/v1/', '/api', '/api/']) {
      expect((await toy.send(`GET ${target}`)).body).toBe('{"id":1}');
    }
  });
  test('tells all mistakes at once, each once, though a later version inherits it', () => {
    const bad = at('/b', 'book(id: 1) { titel }');
    const told = mistakesOf({
      'v1/a.graphql': bad,
      'v1/b.graphql': bad.replace('/b', '/c'),
      'v2/shapes/Book.graphql': shape['v1/shapes/Book.graphql'],
    });
    expect(told.split('\n')).toHaveLength(2);
  });
});

describe('routes', () => {
  const answer = (path: string, title: string, parameters = '') => at(path, `book(id: 1) { ${title}: id }`, parameters);
  const echo = (path: string, name: string, variable: string) =>
    `query get($${variable}: String!) @endpoint(method: GET, path: "${path}") { echo(text: $${variable}) { ${name}: json } }`;
  const files: [string, string][] = [
    ['a', echo('/b/{x}', 'one', 'x')],
    ['b', answer('/b/search', 'literal')],
    ['c', echo('/b/{x}:archive', 'verb', 'x')],
    ['d', answer('/b/search/deep', 'deep')],
    ['e', echo('/b/{y}/other', 'other', 'y')],
  ];
  test.each([
    ['/v1/b/5', { one: '{"text":"5"}' }],
    ['/v1/b/search', { literal: 1 }],
    ['/v1/b/s%65arch', { literal: 1 }],
    ['/v1/b/5:archive', { verb: '{"text":"5"}' }],
    ['/v1/b/:archive', { one: '{"text":":archive"}' }],
    ['/v1/b/search/deep', { deep: 1 }],
    ['/v1/b/search/other', { other: '{"text":"search"}' }],
    ['/v1/b/a%2Fb', { one: '{"text":"a/b"}' }],
  ])('%s does not depend on the order of the documents', async (target, body) => {
    for (const order of [files, files.toReversed()]) {
      const toy = toyEngine(Object.fromEntries(order.map(([, text], index) => [`v1/${index}.graphql`, text])));
      expect(JSON.parse((await toy.send(`GET ${target}`)).body!)).toEqual(body);
    }
  });
  test('an endpoint that a version removes is gone from it, and from those after it', async () => {
    const toy = toyEngine({
      'v1/a.graphql': answer('/b', 'a'),
      'v2/a.graphql': at('/b', '__typename', '', ', removed: true'),
      'v3/c.graphql': answer('/c', 'c'),
    });
    const statuses = ['/v1/b', '/v2/b', '/v3/b', '/v3/c'].map(async (path) => (await toy.send(`GET ${path}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200]);
  });
});
