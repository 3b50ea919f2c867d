import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { seen, toyEngine } from './support/toy.ts';

const PROBLEM = 'application/problem+json';

const get = (path: string, selection: string, parameters = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
const documents = {
  'v1/a.graphql': get(
    '/a',
    'fail(code: $code) { value } echo(number: $n, ratio: $m) { json }',
    '($code: String, $n: Int, $m: Float)',
  ),
};
const engine = (errors: object) => toyEngine({ ...documents, 'conventions.json': JSON.stringify({ errors }) });

test('a code without a status has that of *, but no code of the table has', async () => {
  const toy = engine({
    codes: { '*': { status: 422, code: 'other' }, STALE: { code: 'old' } },
    body: ['{status}', '{code}'],
  });
  expect(seen(await toy.send('GET /v1/a?code=ODD'))).toEqual([422, [422, 'other']]);
  expect(seen(await toy.send('GET /v1/a?code=STALE'))).toEqual([422, [422, 'old']]);
  expect(seen(await toy.send('GET /v1/a?code=CONFLICT'))).toEqual([409, [409, 'other']]);
  expect((await toy.send('GET /v1/a?code=INTERNAL_SERVER_ERROR')).status).toBe(500);
  expect((await toy.send('GET /v1/nowhere')).status).toBe(404);
});
test.each([
  ['GET /v1/nowhere', 503, { 'retry-after': '1' }],
  ['GET /v1/a?n=x', 429, { 'retry-after': '1' }],
  ['DELETE /v1/a', 401, { 'www-authenticate': 'Bearer' }],
  ['GET /v1/a?code=OTHER', 503, {}],
  ['GET /v1/a?code=OUTCOME_UNKNOWN', 503, {}],
])('%s, which the conventions make %i, has %j, where a retry is safe', async (line, status, expected) => {
  const limited = { NOT_FOUND: 503, BAD_USER_INPUT: 429, METHOD_NOT_ALLOWED: 401 };
  const toy = engine({ codes: { ...limited, INTERNAL_SERVER_ERROR: 503, OUTCOME_UNKNOWN: 503 } });
  const reply = await toy.send(line);
  const ofStatus = Object.entries(reply.headers).filter(([name]) => ['retry-after', 'www-authenticate'].includes(name));
  expect([reply.status, Object.fromEntries(ofStatus)]).toEqual([status, expected]);
});
test('problems name their source', async () => {
  const toy = toyEngine({
    'v1/m.graphql': `mutation m($title: String! @param(name: "b/o~k.title"), $pages: Int @param(in: QUERY), $genre: Genre @param(in: HEADER, name: "X-Genre"))
      @endpoint(method: POST, path: "/b") { addBook(input: { title: $title, pages: $pages, genre: $genre }) { id } }`,
    'conventions.json': JSON.stringify({
      errors: { body: [{ pointer: '{pointer?}', parameter: '{parameter?}', header: '{header?}', leaf: '{leaf}' }] },
    }),
  });
  const reply = await toy.send('POST /v1/b?pages=x', {
    headers: { 'x-genre': 'FUN' },
    body: { 'b/o~k': { title: 1 } },
  });
  expect(seen(reply)).toEqual([
    400,
    [
      { header: 'X-Genre', leaf: 'X-Genre' },
      { parameter: 'pages', leaf: 'pages' },
      { pointer: '/b~1o~0k/title', leaf: 'title' },
    ],
  ]);
});
test.each([
  [200, [{ parameter: 'n'.repeat(200) }]],
  [201, []],
])('a name of %i characters makes the body %j', async (length, source) => {
  const toy = toyEngine({
    'v1/a.graphql': get('/a', 'echo(number: $n) { json }', `($n: Int @param(name: "${'n'.repeat(length)}"))`),
    'conventions.json': JSON.stringify({ errors: { body: [{ parameter: '{parameter?}' }] } }),
  });
  expect(seen(await toy.send(`GET /v1/a?${'n'.repeat(length)}=x`))).toEqual([400, source]);
});
test('the resource that is missing is named', async () => {
  const toy = toyEngine({
    'v1/get.graphql': get('/b/{id}', 'book(id: $id) { id }', '($id: SafeInt!)'),
    'v1/f.graphql': get('/f', 'fail(code: "NOT_FOUND") { value }'),
    'conventions.json': JSON.stringify({
      enums: { __typename: { Book: 'book' } },
      errors: {
        body: { errors: { '{field}': ['{message}'] } },
        codes: { NOT_FOUND: { field: '{resource}', message: 'not found' } },
      },
    }),
  });
  expect(seen(await toy.send('GET /v1/b/99'))).toEqual([404, { errors: { book: ['not found'] } }]);
  expect(seen(await toy.send('GET /v1/f'))).toEqual([404, { errors: { Failing: ['not found'] } }]);
  expect(seen(await toy.send('GET /v1/nowhere'))).toEqual([404, { errors: { base: ['not found'] } }]);
});
test('an error has the media type of the conventions, unless a problem document is preferred', async () => {
  const typeOf = async (errors: object, accept: string) => {
    const { headers, body } = await engine(errors).send('GET /v1/a?code=CONFLICT', { headers: { accept } });
    return [headers['content-type'], JSON.parse(body!)] as unknown[];
  };
  const own = { mediaType: 'application/vnd.api+json', body: ['{code}'] };
  expect(await typeOf(own, 'application/json')).toEqual([own.mediaType, ['CONFLICT']]);
  expect(await typeOf(own, PROBLEM)).toEqual([PROBLEM, expect.objectContaining({ code: 'CONFLICT' })]);
  const problem = { mediaType: PROBLEM, body: { type: '{type}', title: '{title}', 'errors?': ['{message}'] } };
  for (const accept of ['application/json', PROBLEM])
    expect(await typeOf(problem, accept)).toEqual([PROBLEM, { type: 'about:blank', title: 'Conflict' }]);
});
test('a problem document has the texts of its code', async () => {
  const CONFLICT = { status: 422, code: 'taken', type: 'https://a.b/taken', field: 'email', message: 'is taken' };
  const toy = engine({ codes: { CONFLICT } });
  expect(seen(await toy.send('GET /v1/a?code=CONFLICT', { headers: { accept: PROBLEM } }))).toEqual([
    422,
    {
      type: 'https://a.b/taken',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'is taken',
      code: 'taken',
      requestId: 'request-1',
      errors: [{ field: 'email', message: 'is taken' }],
    },
  ]);
});
test('codes are where the conventions say', async () => {
  expect((await engine({ code: 'extensions.code.length', codes: {} }).send('GET /v1/a?code=CONFLICT')).status).toBe(
    500,
  );
});
test('the problem document of a path that does not exist is that of its status', async () => {
  const { headers, ...reply } = await engine({}).send('GET /v1/c', { headers: { accept: PROBLEM } });
  const detail = '/v1/c does not exist.';
  expect(headers['content-type']).toBe(PROBLEM);
  expect(JSON.parse(reply.body!)).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail,
    code: 'NOT_FOUND',
    requestId: 'request-1',
    errors: [{ message: detail }],
  });
});

describe('a template', () => {
  const PROBLEMS = [
    { field: 'n', message: 'is odd', code: 'ODD' },
    { field: 'in.m', message: 'is late' },
    { field: 'n', message: 'is long' },
  ];
  const CODES = { BAD: 422, ODD: {}, TAKEN: { status: 422, code: 'taken', field: 'email', message: 'is taken' } };
  /** The body of an error with these problems. */
  async function render(body: unknown, problems: object[] = PROBLEMS, { codes = {}, code = 'BAD' as string } = {}) {
    const conventions = { errors: { body, codes: { ...CODES, ...codes } } };
    const document = 'query a @endpoint(method: GET, path: "/a") { a }';
    const fail = () => {
      throw new GraphQLError('all wrong', { extensions: { code, problems } });
    };
    const answer = await ask(
      'type Query { a: Int }',
      { 'v1/a.graphql': document, 'conventions.json': JSON.stringify(conventions) },
      'GET /v1/a',
      { root: { a: fail }, headers: { 'x-request-id': 'id-1' } },
    );
    return answer.body;
  }

  test.each<[unknown, unknown]>([
    ['{message}', 'all wrong'],
    ['{status}', 422],
    ['{status}!', '422!'],
    ['{status:string}', '422'],
    ['{code}/{code} {requestId}', 'BAD/BAD id-1'],
    ['{field}: {leaf}', 'n: n'],
    ['{pointer} {parameter} {header}', null],
    ['{title} {type}', 'Unprocessable Entity about:blank'],
    [
      { a: '{pointer?}', b: '{pointer}', c: '{header? }.' },
      { b: null, c: '.' },
    ],
    [{ a: { b: '{pointer?}' } }, {}],
    [
      [7, null, true, '{ not a placeholder }', '{{', '{{{code}}}', '{code}}}', '}}}'],
      [7, null, true, '{ not a placeholder }', '{', '{BAD}', 'BAD}', '}}'],
    ],
    [['{message}'], ['is odd', 'is late', 'is long']],
    [
      [{ f: '{field}', c: '{code}' }],
      [
        { f: 'n', c: 'ODD' },
        { f: 'in.m', c: 'BAD' },
        { f: 'n', c: 'BAD' },
      ],
    ],
    [
      ['{message}', '{message}'],
      ['all wrong', 'all wrong'],
    ],
    [[], []],
    [{ '{field}': ['{message}'] }, { n: ['is odd', 'is long'], 'in.m': ['is late'] }],
    [{ '{field}': '{message}' }, { n: 'is odd', 'in.m': 'is late' }],
    [
      { '{field}.{leaf}': '{field}', all: ['{field}'] },
      { 'n.n': 'n', 'in.m.m': 'in.m', all: ['n', 'in.m', 'n'] },
    ],
    [[{ '{field}': ['{message}'] }], [{ n: ['is odd', 'is long'], 'in.m': ['is late'] }]],
    [
      { details: [{ code: '{code}', violations: ['{field}'] }] },
      { details: [{ code: 'BAD', violations: ['n', 'in.m', 'n'] }] },
    ],
    [
      { 'errors?': ['{message}'], 'n?': 1 },
      { errors: ['is odd', 'is late', 'is long'], n: 1 },
    ],
    [{ '{field}?': ['{code}'] }, { n: ['ODD', 'BAD'], 'in.m': ['BAD'] }],
    [[{ pointer: '{pointer?}', parameter: '{parameter?}' }], []],
  ])('%j is %j', async (template, expected) => {
    expect(await render(template)).toEqual(expected);
  });

  test('of an error without problems has one problem, and no key that ends in ?', async () => {
    const template = [{ on: '{field}', text: '{message}', code: '{code}' }];
    expect(await render(template, [])).toEqual([{ on: 'base', text: 'all wrong', code: 'BAD' }]);
    expect(await render({ message: '{message}', 'errors?': ['{message}'], '{field}?': 1 }, [])).toEqual({
      message: 'all wrong',
    });
    expect(await render({ 'errors?': ['{message}'] }, [])).toEqual({});
  });

  test.each<[string, unknown, unknown]>([
    ['', '{field}: {message}', 'base: all wrong'],
    ['', [{ field: '{field?}', leaf: '{leaf?}', text: '{field? }{message}' }], [{ text: 'x' }]],
    ['items.0.quantity', '{leaf}', 'quantity'],
    ['ids.3', '{leaf}', 'ids'],
    ['0', '{leaf}', '0'],
  ])('of a problem of the field %j: %j is %j', async (field, template, expected) => {
    expect(await render(template, [{ field, message: 'x' }])).toEqual(expected);
  });

  test('may have a field of any name', async () => {
    const rendered = await render({ '{field}': '{message}' }, [{ field: '__proto__', message: 'x' }]);
    expect(JSON.stringify(rendered)).toBe('{"__proto__":"x"}');
  });

  test('has the code, the message and the field that the conventions have for a code', async () => {
    const template = { code: '{code}', text: '{message}', all: ['{code} {field}: {message}'] };
    expect(await render(template, [], { code: 'TAKEN' })).toEqual({
      code: 'taken',
      text: 'is taken',
      all: ['taken email: is taken'],
    });
    const problems = [
      { field: 'n', message: 'is bad' },
      { field: 'n', message: 'is bad', code: 'TAKEN' },
      { field: 'n', message: 'is bad', code: 'ODD' },
    ];
    const codes = { ODD: { message: '{field? }is not even' } };
    expect(await render(template, problems, { codes })).toMatchObject({
      all: ['BAD n: is bad', 'taken email: is taken', 'ODD n: n is not even'],
    });
  });
});
