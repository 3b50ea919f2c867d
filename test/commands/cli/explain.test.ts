import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { type ExplainedRequest, explain, nearestRoutes } from '../../../src/cli/explain.ts';
import { type ApiProperties, DEFAULT_API } from '../../../src/gateway/plan/conventions/apiProperties.ts';
import type { DescribedEndpoint } from '../../../src/gateway/describe/describeEndpoint.ts';
import type { RouteSettings } from '../../../src/gateway/handle/read/routing.ts';
import { apiPlan, endpointPlan, versionPlan } from '../../vocabulary/describe/support/plans.ts';
import { compileThroughJson, compileToy } from '../../parts/support/compileThroughJson.ts';
import { folderOf, toySchema } from '../../vocabulary/support/toy.ts';
import { DOCUMENTS, compileDocuments } from './support/compileDocuments.ts';

const OPTIONS = { basePath: '' };

const api = compileDocuments(DOCUMENTS);

interface ReportOptions extends Partial<ApiProperties> {
  accept?: string;
  basePath?: string;
}

function report(request: string, { accept, basePath = '', ...properties }: ReportOptions = {}) {
  const [method = '', target = ''] = request.split(' ');
  const plan = { ...api.plan, api: { ...DEFAULT_API, ...properties } };
  return explain({ ...api, plan }, { basePath }, { method, target, headers: { ...(accept && { accept }) } });
}

function explained(...args: Parameters<typeof report>) {
  const { ok, json } = report(...args);
  expect(ok).toBe(true);
  return json as DescribedEndpoint & { request: ExplainedRequest };
}

describe('explain', () => {
  describe('the endpoint', () => {
    test.each<[string, Parameters<typeof report>[1], number, string, string]>([
      ['GET /v1/users/5', {}, 1, 'getUser', 'v1/getUser.graphql'],
      ['GET /v2/users/5', {}, 2, 'getUser', 'v1/getUser.graphql'],
      ['POST /v2/users', {}, 2, 'createUser', 'v2/createUser.graphql'],
      ['GET /users/5', {}, 1, 'getUser', 'v1/getUser.graphql'],
      ['GET /users/5', { defaultVersion: 2 }, 2, 'getUser', 'v1/getUser.graphql'],
      ['GET /users/5', { accept: 'application/vnd.portico.v2+json' }, 2, 'getUser', 'v1/getUser.graphql'],
      ['GET /v1/users/5', { accept: 'application/vnd.users+json' }, 1, 'getUser', 'v1/getUser.graphql'],
      ['HEAD /v1/users/5/', {}, 1, 'getUser', 'v1/getUser.graphql'],
      ['GET /api/v1/users/5', { basePath: '/api' }, 1, 'getUser', 'v1/getUser.graphql'],
      ['GET http://localhost:4000/v1/users/5', {}, 1, 'getUser', 'v1/getUser.graphql'],
    ])('%s with %j reaches version %d of %s', (request, options, version, operation, file) => {
      expect(explained(request, options)).toMatchObject({
        version,
        operation,
        file: expect.stringMatching(`${file}$`),
      });
    });

    it('has the shapes of the version', () => {
      expect(explained('GET /v1/users/5').shapes).toEqual({
        User: expect.stringMatching(/v1\/shapes\/User\.graphql$/),
      });
      expect(explained('GET /v2/users/5').shapes).toEqual({
        User: expect.stringMatching(/v2\/shapes\/User\.graphql$/),
      });
    });
  });

  test('the fields that are null where they fail are listed', () => {
    const plan = compileToy({
      'v1/get.graphql': `query get @endpoint(method: GET, path: "/book") {
      book(id: 1) { id author @catch { name motto @catch } }
    }`,
    });
    const { json } = explain({ plan, schema: toySchema }, OPTIONS, { method: 'GET', target: '/v1/book', headers: {} });
    expect(json).toMatchObject({ catches: ['book.author', 'book.author.motto'] });
  });

  test('when it ends, and what of it is deprecated', () => {
    const schema = buildSchema('type Query { hello(to: String @deprecated(reason: "Since 2026-05-01.")): String! }');
    const folder = folderOf({
      'v1/conventions.json':
        '{"deprecated": "2027-01-01", "sunset": "2027-06-01", "afterSunset": "gone", "brownouts": ["2027-02-01T12:00+02:00/PT90M"]}',
      'v1/hello.graphql': 'query hello($to: String) @endpoint(method: GET, path: "/hello") { hello(to: $to) }',
    });
    const plan = compileThroughJson(folder, schema);
    rmSync(folder, { recursive: true });
    const { text, json } = explain({ plan, schema }, OPTIONS, { method: 'GET', target: '/v1/hello', headers: {} });
    expect(text).toContain(`Deprecation
  since         2027-01-01
  sunset        2027-06-01, then 410
  brownouts     2027-02-01T10:00:00Z/2027-02-01T11:30:00Z
  parameter to  Since 2026-05-01.
`);
    expect(json).toMatchObject({
      deprecated: '2027-01-01',
      sunset: '2027-06-01',
      afterSunset: 'gone',
      brownouts: ['2027-02-01T10:00:00Z/2027-02-01T11:30:00Z'],
      deprecations: { 'parameter to': 'Since 2026-05-01.' },
      statuses: { 410: expect.any(String) as string },
    });
  });

  describe('what it takes', () => {
    it('names the source, the variable and the bounds of every input', () => {
      expect(explained('GET /v1/users/5').inputs).toEqual([
        expect.objectContaining({ name: 'id', in: 'path', required: true, variables: { id: 'SafeInt!' } }),
      ]);
      expect(explained('POST /v1/users').inputs).toEqual([
        {
          name: 'name',
          in: 'body',
          required: true,
          variables: { name: 'PersonName!' },
          schema: expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 }),
        },
        expect.objectContaining({ name: 'email', in: 'body', required: false, variables: { email: 'EmailAddress' } }),
      ]);
    });

    it('has the lookup, the media types, the headers and the caching that its document declares', () => {
      const documents = {
        ...DOCUMENTS,
        'v1/lookups/find.graphql': 'query find($userId: SafeInt!) { user(id: $userId) { id @export(as: "id") } }',
        'v1/getOwn.graphql': `query getOwn($id: SafeInt!)
@endpoint(method: GET, path: "/own/{userId}", lookup: "find", produces: ["application/hal+json"], maxAge: 5) {
  user(id: $id) { id name @header(name: "X-Name") }
}`,
      };
      const request = { method: 'GET', target: '/v1/own/1', headers: {} };
      const { json } = explain(compileDocuments(documents), OPTIONS, request);
      expect(json).toMatchObject({
        lookup: expect.stringMatching(/v1\/lookups\/find\.graphql$/),
        produces: ['application/hal+json'],
        headers: { 'X-Name': 'user.name' },
        cacheControl: 'private, max-age=5',
      });
      const refused = explain(compileDocuments(documents), OPTIONS, { ...request, headers: { accept: 'text/html' } });
      expect(refused.text).toContain('available media types: application/hal+json, application/vnd.portico.v1+json');
    });

    it('has the rows of a whole list, where Accept asks for them', () => {
      const documents = {
        ...DOCUMENTS,
        'v1/export.graphql':
          'query export @endpoint(method: GET, path: "/export", stream: true, produces: ["application/json", "application/jsonl"]) { orders @paginate { nodes { id } } }',
      };
      const explainExport = (accept: string) =>
        explain(compileDocuments(documents), OPTIONS, { method: 'GET', target: '/v1/export', headers: { accept } });
      const { json, text } = explainExport('application/jsonl');
      expect(json).toMatchObject({
        stream: true,
        request: { runs: 'CURSOR', page: { style: 'CURSOR', limit: 100, cursor: '', rows: 1_000_000 } },
      });
      expect(text).toMatch(/stream +yes: types other than JSON are the whole list/);
      expect(explainExport('application/json').json).toMatchObject({
        request: { page: { style: 'DEFAULT', limit: 20 } },
      });
    });

    it('has what only the lookup takes, and the lookup itself', () => {
      const documents = {
        ...DOCUMENTS,
        'v1/listOwn.graphql': `query find($userId: SafeInt!) { user(id: $userId) { id @export(as: "id") } }
query listOwn($id: SafeInt!, $brief: Boolean = false @param(in: HEADER, name: "x-brief")) @endpoint(method: GET, path: "/own/{userId}") {
  user(id: $id) { id name @skip(if: $brief) }
}`,
      };
      const { ok, json, text } = explain(compileDocuments(documents), OPTIONS, {
        method: 'GET',
        target: '/v1/own/1',
        headers: {},
      });
      expect(ok).toBe(true);
      const { inputs, operations } = json as DescribedEndpoint;
      expect(inputs).toEqual([
        expect.objectContaining({ name: 'x-brief', in: 'header', variables: { brief: 'Boolean!' } }),
        expect.objectContaining({ name: 'userId', in: 'path', variables: { userId: 'SafeInt!' } }),
      ]);
      expect(Object.keys(operations)).toEqual(['LOOKUP', 'UNPAGED']);
      expect(operations['LOOKUP']).not.toContain('@export');
      expect(text).toContain('Operation LOOKUP\n  query find($userId: SafeInt!) {');
    });

    it('has the parameters of the page and the values of expand', () => {
      const { inputs } = explained('GET /v1/orders');
      expect(inputs.map(({ name }) => name)).toEqual(['limit', 'offset', 'page', 'cursor', 'expand']);
      expect(inputs.at(-1)).toMatchObject({ schema: { items: { enum: ['items', 'user'] } } });
    });

    it('shows what texts stand for, what is ignored, and the status of a missing precondition', () => {
      const plan = compileToy({
        'v1/a.graphql': `mutation order(
        $filter: Filter! @param(values: [{ text: "fact", value: { genre: FACT } }, { text: "any", value: {} }])
        $pages: Int! @param(in: HEADER, name: "If-Match")
      ) @endpoint(method: PUT, path: "/{tenant}/order", ignore: ["tenant", "data.type"]) {
        fill(filter: $filter, pages: $pages) { json }
      }`,
        'v1/conventions.json': '{"ignore": ["$alt"]}',
      });
      const send = (headers: Record<string, string>) =>
        explain({ plan, schema: toySchema }, OPTIONS, { method: 'PUT', target: '/v1/acme/order?$alt=1', headers });
      const { ok, text, json } = send({});
      expect((json as DescribedEndpoint).inputs).toMatchObject([
        { name: 'If-Match', in: 'header', required: true, variables: { pages: 'Int!' } },
        { name: 'tenant', in: 'path', ignored: true, variables: {} },
        { name: '$alt', in: 'query', ignored: true, variables: {} },
        { name: 'filter', in: 'body', values: { fact: { genre: 'FACT' }, any: {} } },
        { name: 'data.type', in: 'body', ignored: true },
        { name: '$alt', in: 'body', ignored: true },
      ]);
      expect(text).toMatch(/^ {2}filter +body +\$filter: Filter! +required$/m);
      expect(text).toMatch(/^ {2}tenant +path +ignored$/m);
      expect(ok).toBe(false);
      expect(text).toContain('This request is refused with 428\n  If-Match  If-Match is required: send the entity tag');
      expect(send({ 'if-match': '"5"' })).toMatchObject({ ok: true, json: { request: { variables: { pages: 5 } } } });
    });

    it('names the body, the variables and what is required', () => {
      expect(report('POST /v2/users').text).toMatch(
        /^ {2}the whole body {2}body {2}\$user: CreateUserInput! {2}required$/m,
      );
      expect(report('GET /v1/orders').text).toMatch(/^ {2}limit +query *$/m);
    });
  });

  describe('what it runs, needs and answers', () => {
    it('has one operation without pages, and the fragments that it spreads', () => {
      const { operations, fragments } = explained('GET /v2/users/5');
      expect(operations).toEqual({ UNPAGED: 'query getUser($id: SafeInt!) {\n  user(id: $id) {\n    ...User\n  }\n}' });
      expect(fragments).toBe('fragment User on User {\n  id\n  firstName\n  lastName\n}');
    });

    it('has an operation for each way to ask for a page, and counts only where the style shows it', () => {
      const { operations } = explained('GET /v1/orders');
      expect(Object.keys(operations)).toEqual(['DEFAULT', 'OFFSET', 'PAGE', 'CURSOR']);
      expect(operations['OFFSET']).toContain('totalCount');
      expect(operations['CURSOR']).not.toContain('totalCount');
    });

    it('has the scopes, those of expand among them', () => {
      expect(explained('GET /v1/orders').scopes).toEqual({
        always: [['orders:read']],
        expand: { items: [['products:read']], user: [['users:read']] },
      });
      expect(report('GET /v1/orders').text).toContain(
        'Scopes\n  always        orders:read\n  expand=items  products:read\n  expand=user   users:read\n',
      );
    });

    it('says whether a caller is required, and with which values of expand', () => {
      expect(report('GET /v1/users/5').text).toMatch(/^ {2}auth +REQUIRED$/m);
      const documents = {
        'v1/a.graphql': `query a($user: Boolean = false @expand) @endpoint(method: GET, path: "/a", auth: OPTIONAL) {
  type: __typename
  user(id: 1) @include(if: $user) { id }
}`,
      };
      const request = { method: 'GET', target: '/v1/a', headers: {} };
      const { text, json } = explain(compileDocuments(documents), OPTIONS, request);
      expect(text).toMatch(/^ {2}auth +OPTIONAL, expand=user requires a caller$/m);
      expect(json).toMatchObject({ auth: { auth: 'OPTIONAL', expand: ['user'] } });
    });

    test.each([
      ['GET /v1/users/5', '200 400 401 403 404 406 429 500 502 503 504'],
      ['GET /v1/orders', '200 400 401 403 404 406 429 500 502 503 504'],
      ['POST /v1/users', '201 400 401 403 404 406 409 412 413 415 429 500 502 503 504'],
    ])('%s has the responses %s', (request, statuses) => {
      expect(Object.keys(explained(request).statuses).join(' ')).toBe(statuses);
    });
  });

  describe('what becomes of this request', () => {
    test.each<[string, Partial<ExplainedRequest>]>([
      ['GET /v1/users/5', { runs: 'UNPAGED', variables: { id: 5 }, page: null, problems: [] }],
      ['GET /v1/orders?expand=user', { runs: 'DEFAULT', variables: { withUser: true }, problems: [] }],
      ['GET /v1/orders?page=3&limit=5', { runs: 'PAGE', page: { style: 'PAGE', limit: 5, page: 3 }, problems: [] }],
      ['GET /v1/users/x', { problems: [{ field: 'id', message: expect.stringContaining('must be an integer') }] }],
      ['GET /v1/orders?limit=0', { problems: [{ field: 'limit', message: 'must be an integer between 1 and 100' }] }],
      [
        'GET /v1/orders?cursor=abc',
        { problems: [{ field: 'cursor', message: expect.stringContaining('cursor of this list') }] },
      ],
    ])('%s', (request, expected) => {
      const { ok, json } = report(request);
      expect(json).toMatchObject({ request: expected });
      expect(ok).toBe(expected.problems === undefined || expected.problems.length === 0);
    });

    test.each<[string, string, object]>([
      ['/users', 'application/vnd.portico.v2+json', { version: 2 }],
      ['/users', 'application/json', { version: 1 }],
      ['/users', 'application/vnd.portico.v9+json', { status: 415 }],
      ['/v1/users', 'application/vnd.portico.v2+json', { status: 400 }],
      ['/v1/users', 'text/plain', { status: 415 }],
    ])('POST %s with a body of %s is %j', (target, type, expected) => {
      const request = { method: 'POST', target, headers: { 'content-type': type } };
      const { ok, json } = explain(api, OPTIONS, request);
      expect(json).toMatchObject(expected);
      expect(ok).toBe('version' in expected);
    });

    it('says how large files may be', () => {
      const documents = {
        'v1/remove.graphql': `mutation remove($id: SafeInt!)
@endpoint(method: POST, path: "/removals", status: 204, consumes: ["multipart/form-data"]) { deleteUser(id: $id) { id } }`,
      };
      const request = { method: 'POST', target: '/v1/removals', headers: {} };
      const { json, text } = explain(compileDocuments(documents), OPTIONS, request);
      expect(json).toMatchObject({ consumes: ['multipart/form-data'], uploads: { maxBytes: 2 ** 24, maxFiles: 0 } });
      expect(text).toMatch(/files +none\n/);
    });

    it('says that an endpoint is a tool', () => {
      const versions = api.plan.versions.map((version) => ({
        ...version,
        endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, tool: true as const })),
      }));
      const request = { method: 'GET', target: '/v1/users/5', headers: {} };
      const { text, json } = explain({ ...api, plan: { ...api.plan, versions } }, OPTIONS, request);
      expect(json).toMatchObject({ tool: true });
      expect(text).toMatch(/\n {2}tool +yes, for agents\n/);
      expect(report('GET /v1/users/5').text).not.toContain('for agents');
    });

    it('reads a form where the endpoint consumes it', () => {
      const form = 'application/x-www-form-urlencoded';
      const documents = {
        'v1/remove.graphql': `mutation remove($id: SafeInt!)
@endpoint(method: POST, path: "/removals", status: 204, consumes: ["${form}"]) { deleteUser(id: $id) { id } }`,
      };
      const explainType = (type: string) =>
        explain(compileDocuments(documents), OPTIONS, {
          method: 'POST',
          target: '/v1/removals',
          headers: { 'content-type': type },
        });
      const { ok, json, text } = explainType(form);
      expect([ok, json]).toEqual([true, expect.objectContaining({ consumes: [form] })]);
      expect(text).toMatch(/consumes +application\/x-www-form-urlencoded\n/);
      for (const type of [`${form}; charset=latin1`, 'application/json']) {
        expect(explainType(type).json).toMatchObject({ status: 415 });
      }
    });

    it('has the problems of header parameters', () => {
      const documents = {
        'v1/getUser.graphql': `query getUser($id: SafeInt! @param(in: HEADER, name: "x-id"))
@endpoint(method: GET, path: "/me") { user(id: $id) { id } }`,
      };
      const request = { method: 'GET', target: '/v1/me', headers: { 'x-id': 'x' } };
      expect(explain(compileDocuments(documents), OPTIONS, request).json).toMatchObject({
        request: { problems: [{ field: 'x-id', message: expect.stringContaining('must be an integer') }] },
      });
    });

    it('comes first, and the GraphQL that it executes last', () => {
      const titles = report('GET /v1/orders?page=2&limit=5').text.match(/^\w.*$/gm);
      expect(titles).toEqual([
        'GET /v1/orders?page=2&limit=5',
        'This request',
        'Endpoint',
        'Inputs',
        'Scopes',
        'Responses',
        'Operation PAGE',
      ]);
    });

    it('shows what it executes, where that is a part of its operation', () => {
      const plan = compileToy({
        'v1/shapes/Echo.graphql': 'fragment Echo on Echo { json }',
        'v1/titles.graphql': `query titles($a: String, $b: String) @endpoint(method: GET, path: "/titles") {
        titled(titles: [$a, $b]) { ...Echo }
      }`,
      });
      const request = { method: 'GET', target: '/v1/titles?b=y', headers: {} };
      const { text, json } = explain({ plan, schema: toySchema }, OPTIONS, request);
      expect(text).toContain(
        'Operation UNPAGED\n  query titles($b: String) {\n    titled(titles: [$b]) {\n      ...Echo\n    }\n  }\n',
      );
      expect((json as { request: ExplainedRequest }).request.executes['UNPAGED']).toContain('fragment Echo on Echo');
    });

    it('shows the template of a text, and the variable within it', () => {
      const plan = compileToy({
        'v1/echo.graphql': `query echo($text: String @param(template: "%{}%")) @endpoint(method: GET, path: "/echo") { echo(text: $text) { json } }`,
      });
      const { text } = explain({ plan, schema: toySchema }, OPTIONS, {
        method: 'GET',
        target: '/v1/echo?text=a',
        headers: {},
      });
      expect(text).toContain('variables  {"text":"%a%"}');
      expect(text).toMatch(/^ {2}text +query +\$text: String as %\{\}%/m);
    });

    it('shows the page and its variant', () => {
      const { text } = report('GET /v1/orders?page=3&limit=5');
      expect(text).toMatch(/^ {2}runs +listOrders, PAGE$/m);
      expect(text).toMatch(/^ {2}page +\{"style":"PAGE","limit":5,"page":3\}$/m);
    });

    it('is explained in words', () => {
      expect(report('GET /v1/orders?cursor=').text).toMatch(/\nThis request\n {2}runs {7}listOrders, CURSOR\n/);
      expect(report('GET /v1/users/x').text).toMatch(
        /\nThis request is refused with 400\n {2}id {2}must be an integer/,
      );
    });
  });

  describe('a request without an endpoint', () => {
    test.each<[string, Parameters<typeof report>[1], number, string]>([
      ['GET /v1/user/5', {}, 404, 'GET /v1/users/{id}'],
      ['GET /v1/usres/5', {}, 404, 'GET /v1/users/{id}'],
      ['GET v1/orders', {}, 404, 'GET /v1/orders'],
      ['GET /user/5', {}, 404, 'GET /v1/users/{id}'],
      ['GET /v9/orders', {}, 404, 'GET /v1/orders'],
      ['DELETE /v1/orders', {}, 405, 'GET /v1/orders'],
      ['OPTIONS /v1/orders', {}, 405, 'GET /v1/orders'],
      ['GET /orders', { versioning: 'path' }, 404, 'GET /v1/orders'],
      ['GET /v1/orders', { versioning: 'header' }, 404, 'GET /orders'],
      ['GET /v1/orders', { basePath: '/api' }, 404, 'GET /api/v1/orders'],
      ['GET /v1/orders', { accept: 'application/vnd.portico.v2+json' }, 400, 'GET /v1/orders'],
      ['GET /orders', { accept: 'text/html' }, 406, 'GET /v1/orders'],
      ['GET /v1/users/%zz', {}, 400, 'GET /v1/users/{id}'],
    ])('%s with %j is %d, and near is %s', (request, options, status, near) => {
      const { ok, text, json } = report(request, options);
      expect(ok).toBe(false);
      const { nearest } = json as { nearest: { method: string; path: string }[] };
      expect(json).toMatchObject({ status, error: expect.any(String) });
      expect(nearest.map(({ method, path }) => `${method} ${path}`)).toContain(near);
      expect(text).toMatch(/\nNearest routes:\n {2}\S/);
    });

    test.each([
      ['the root', '/'],
      ['what is no endpoint', '/health/live'],
      ['a path like no other', '/nothing/that/is/near/to/anything'],
      ['a very long path', `/${'x'.repeat(100_000)}`],
    ])('%s has nothing near, and is referred to the list', (_, target) => {
      const { ok, text, json } = report(`GET ${target}`);
      expect({ ok, json }).toMatchObject({ ok: false, json: { status: 404, nearest: [] } });
      expect(text).toMatch(/\n"portico routes" lists all routes\.\n$/);
    });
  });
});

const SETTINGS: RouteSettings = { basePath: '', defaultVersion: 1, versioning: 'both' };
const PLAN = apiPlan(
  versionPlan({
    endpoints: ['/books', '/books/{id}', '/shelves/{id}', '/pages/{a}...{b}', '/contents/{+path}'].map((path) =>
      endpointPlan({ path }),
    ),
  }),
);

describe('nearestRoutes', () => {
  test.each<[path: string, settings: Partial<RouteSettings>, nearest: string | undefined]>([
    ['/v1/book', {}, '/v1/books'],
    ['/v1/bokos/7', {}, '/v1/books/{id}'],
    ['/boks', {}, '/v1/books'],
    ['/books', { versioning: 'path' }, '/v1/books'],
    ['/v1/books', { versioning: 'header' }, '/books'],
    ['/v1/boks', { basePath: '/api' }, '/api/v1/books'],
    ['/v1/page/1...2', {}, '/v1/pages/{a}...{b}'],
    ['/v1/content/a/b/c/d', {}, '/v1/contents/{+path}'],
    ['/nothing/like/it', {}, undefined],
  ])('the nearest route to %s with %j is %j', (path, settings, nearest) => {
    expect(nearestRoutes(path, PLAN, { ...SETTINGS, ...settings })[0]?.path).toBe(nearest);
  });

  test('lists at most five routes', () => {
    const endpoints = Array.from({ length: 9 }, (_, index) => endpointPlan({ path: `/book${index}` }));
    expect(nearestRoutes('/v1/book', apiPlan(versionPlan({ endpoints })), SETTINGS)).toHaveLength(5);
  });
});

describe('the path of the tools', () => {
  const tooled = compileDocuments({ ...DOCUMENTS, 'conventions.json': '{ "tools": ["GET"] }' });
  const explainTools = (method: string, target: string, from = tooled) =>
    explain(from, { basePath: '/api' }, { method, target, headers: {} });

  test.each([
    ['/api/mcp', 1],
    ['/api/v1/mcp', 1],
    ['/api/v2/mcp?a=1', 2],
  ])('POST %s has those of version %d', (target, version) => {
    const { text, json, ok } = explainTools('POST', target);
    expect(ok).toBe(true);
    expect(json).toEqual({
      version,
      tools: [
        { name: 'getUser', method: 'GET', path: '/users/{id}' },
        { name: 'listOrders', method: 'GET', path: '/orders' },
      ],
      request: { method: 'POST', target },
    });
    expect(text).toBe(
      [
        `POST ${target}`,
        '',
        `The tools of version ${version}, by the Model Context Protocol; a call of one is a request to its endpoint`,
        '  getUser     GET /users/{id}',
        '  listOrders  GET /orders',
        '',
      ].join('\n'),
    );
  });

  test('has no other method', () => {
    const { text, json, ok } = explainTools('GET', '/api/mcp');
    expect([ok, (json as { status: number }).status]).toEqual([false, 405]);
    expect(text).toMatch(/^GET is not allowed; allowed methods: POST, OPTIONS\n/);
  });

  test.each(['/mcp', '/api/v3/mcp', '/api/mcp/x'])('is not %s', (target) => {
    expect(explainTools('POST', target)).toMatchObject({ ok: false, json: { status: 404 } });
  });

  test('is none of an API without tools', () => {
    expect(explainTools('POST', '/api/mcp', api)).toMatchObject({ ok: false, json: { status: 404 } });
  });
});
