// The word for each kind of difference, of documents of one endpoint.
import { expect, test } from 'vitest';
import { matchDocuments } from '../../../../src/gateway/describe/contracts/match/matchDocuments.ts';
import {
  type Source,
  type SourceField,
  suggestFix,
  suggestPart,
} from '../../../../src/gateway/describe/contracts/match/suggestWord.ts';

/** The words for what is missing or differs. */
function words(published: object, own: object, source: Source = new Map(), path = '/things'): string[] {
  const [theirs, ours] = [published, own].map((post) => ({ openapi: '3.1.0', paths: { [path]: { post } } }));
  const parts = matchDocuments(theirs!, ours!).endpoints.flatMap((endpoint) => endpoint.parts);
  return parts.flatMap((part) => {
    if (part.result === 'missing') return [suggestPart(part, source)];
    return part.result === 'different' ? part.differences.map(suggestFix) : [];
  });
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const statuses = (...all: number[]) => ({ responses: Object.fromEntries(all.map((status) => [status, {}])) });
const text = { type: 'string' };
const integer = { type: 'integer' };
const responding = (properties: object) => ({ responses: { 200: json(object(properties)) } });
const array = { type: 'array', items: object({ a: text }) };

test.each<[name: string, published: object, own: object, word: string]>([
  ['another case', { html_url: text }, { htmlUrl: text }, '`@name(as: "html_url")` on `htmlUrl`, or `case` or `names`'],
  ['an object around', { head: object({ ref: text }) }, { headRef: text }, '`@wrap(as: "head")` around `headRef`'],
  [
    'no object around',
    { owner_login: text },
    { owner: object({ login: text }) },
    '`@spread` on `owner`, with `@name(as: "owner_login")`',
  ],
  ['a constant', { type: { const: 'User' } }, {}, '`__typename @template(value: "User") @name(as: "type")`'],
  ['null', { a: { type: 'null' } }, {}, '`__typename @template(value: null) @name(as: "a")`'],
  ['a URL', { self_url: { ...text, format: 'uri' } }, {}, '`@template(value: "/…")`, or a field with `@name(as:)`'],
  ['any other property', { a: text }, {}, 'a field with `@name(as:)`, or `@template(value:)`'],
  [
    'null among items',
    { a: { type: 'array', items: text } },
    { a: { type: 'array', items: { type: ['string', 'null'] } } },
    '`@nonNull(levels: [1])`, or `nonNull` with `[]`',
  ],
  ['null that is not published', { a: text }, { a: { type: ['string', 'null'] } }, '`@nonNull`, or `nonNull`'],
  ['an id that is an integer', { id: integer }, { id: text }, '`scalars`, as `{"ID": {"type": "integer"}}`'],
  ['a number as a text', { a: text }, { a: integer }, '`scalars`, or `@template(value: "{:string}")`'],
  ['an object for a scalar', { a: object({}) }, { a: text }, '`@wrap(as:)`, or no `@unwrap`'],
  ['a scalar for an object', { a: text }, { a: object({}) }, '`@unwrap`'],
  ['texts of an enum', { a: { enum: ['open'] } }, { a: { enum: ['OPEN'] } }, '`enums`'],
  ['nothing but null', { a: { type: ['string', 'null'] } }, { a: { type: 'null' } }, 'a field in place of null'],
  ['a format', { a: { ...integer, format: 'unixtime' } }, { a: integer }, '`scalars`, with `format` and `upstream`'],
  [
    'a pattern',
    { a: { ...text, pattern: '^a' } },
    { a: text },
    '`@template(value:)`; `scalars`, with `pattern`, of an ID or a custom scalar',
  ],
  [
    'a greatest length',
    { a: { ...text, maxLength: 9 } },
    { a: text },
    '`scalars`, with `maxLength`, of an ID or a custom scalar; none of a String',
  ],
  [
    'a greatest number',
    { a: { ...integer, maximum: 9 } },
    { a: integer },
    '`scalars`, with `minimum` and `maximum`, of an ID or a custom scalar; none of an Int or a Float',
  ],
  ['a least length', { a: { ...text, minLength: 1 } }, { a: text }, 'none: no word has an effect on it'],
  ['a greatest number of items', { a: { ...array, maxItems: 9 } }, { a: array }, 'none: no word has an effect on it'],
  ['items that differ', { a: { ...array, uniqueItems: true } }, { a: array }, 'none: no word has an effect on it'],
  [
    'a map',
    { a: { type: 'object', additionalProperties: text } },
    { a: { type: 'object' } },
    '`scalars`, with `"type": "any"`',
  ],
  [
    'a type more',
    { a: text },
    { a: { oneOf: [text, object({})] } },
    '`... on Type @error` for a type of a union; else `scalars`',
  ],
])('a property of a response: %s', (_, published, own, word) => {
  expect(words(responding(published), responding(own))[0]).toBe(word);
});

test.each<[name: string, fields: string[], word: string]>([
  ['the field of the name', ['id', 'createdAt'], '`createdAt`'],
  ['a field that is nearly the same', ['id', 'isCreatedAt'], '`isCreatedAt @name(as: "created_at")`'],
  ['a count', ['createdAtCount'], '`createdAtCount @name(as: "created_at")`'],
  ['a letter more', ['createdAts'], '`createdAts @name(as: "created_at")`'],
  ['no field', ['id', 'closedAt'], 'a field with `@name(as:)`, or `@template(value:)`'],
])('a property of a response that the type has: %s', (_, fields, word) => {
  const source = new Map(fields.map((each) => [each, undefined]));
  expect(words(responding({ created_at: text }), responding({}), source)).toEqual([word]);
});

test.each<[name: string, published: object, fields: Record<string, SourceField>, word: string]>([
  ['an object that has it', text, { ownerIds: undefined, owner: ['id'] }, '`owner @spread { owner_id: id }`'],
  ['an object that lacks it', text, { owner: ['name'] }, 'a field with `@name(as:)`, or `@template(value:)`'],
  ['a scalar beside an object', text, { owner: [], totalOwner: undefined }, '`totalOwner @name(as: "owner_id")`'],
  ['one of a list', object({}), { ownerIds: 'list', owner_ids: ['id'] }, '`owner_ids @name(as: "owner_id")`'],
  ['a list for one object', object({}), { ownerIds: 'list' }, 'a field with `@name(as:)`, or `@template(value:)`'],
  ['a list for a scalar', text, { ownerIds: 'list' }, 'a field with `@name(as:)`, or `@template(value:)`'],
  ['a list for a list', array, { ownerIds: 'list' }, '`ownerIds @name(as: "owner_id")`'],
  ['a connection for a list', array, { ownerIds: ['nodes'] }, '`ownerIds @name(as: "owner_id")`'],
  ['an object for a list', array, { ownerId: ['id'] }, 'a field with `@name(as:)`, or `@template(value:)`'],
  ['the object of its name for a scalar', text, { ownerId: ['key'] }, '`ownerId @unwrap { … }`'],
  [
    'the scalar of its name for an object',
    object({}),
    { ownerId: undefined },
    'a field with `@name(as:)`, or `@template(value:)`',
  ],
  ['an object for an object', object({}), { owner: ['id'] }, '`owner @name(as: "owner_id")`'],
])('a property of a response that the type has in an object: %s', (_, published, fields, word) => {
  const source = new Map(Object.entries(fields));
  expect(words(responding({ owner_id: published }), responding({}), source)).toEqual([word]);
});

test.each<[name: string, published: object, own: object, word: string]>([
  ['the whole body', { thing: object({ a: text }) }, { a: text }, '`@endpoint(unwrap: false)`, or `body`'],
  [
    'a part of the body',
    { thing: object({ a: text }), b: text },
    { a: text, b: text },
    '`@wrap(as: "thing")` around `a`',
  ],
  [
    'a part of an object',
    { b: object({ thing: object({ a: text }) }) },
    { b: object({ a: text }) },
    '`@wrap(as: "thing")` around `a`',
  ],
])('a published object around %s', (_, published, own, word) => {
  expect(words(responding(published), responding(own))).toEqual([word]);
});

test.each<[name: string, published: object, own: object, word: string]>([
  ['an array', { things: array }, { data: array }, '`page.body`, with `"{list}": "{items}"`'],
  ['an object', { meta: object({ a: text }) }, {}, '`page.body`'],
  [
    'a placeholder',
    { total_pages: integer },
    { totalPages: integer },
    '`"total_pages": "{totalPages}"` in `page.body`',
  ],
  ['a link', { pages: object({ first: text }) }, { pages: object({ x: text }) }, '`"first": "{first}"` in `page.body`'],
  ['an object of the name of a placeholder', { page: object({}) }, {}, '`page.body`'],
])('a property of a page that is missing: %s', (_, published, own, word) => {
  expect(words(responding(published), responding(own), 'page.body')).toEqual([word]);
});

test('a property that is not always there', () => {
  const body = (required: string[]) => ({ responses: { 200: json({ ...object({ a: text }), required }) } });
  expect(words(body(['a']), body([]))).toEqual([
    'the field without `@include`, `@skip` and type condition; `"nulls": "keep"`',
  ]);
});

test.each<[name: string, published: object, own: object, word: string]>([
  [
    'another name',
    { user_id: text },
    { userId: text },
    '`@param(name: "user_id")` in place of `userId`, or `case` or `names`',
  ],
  ['missing', { a: text }, {}, 'a variable with `@param(name:)`; `ignore` where it has no effect'],
  ['null', { a: { type: ['string', 'null'] } }, { a: text }, 'a variable that can be null, without `@nonNull`'],
  [
    'a bound',
    { a: text },
    { a: { ...text, maxLength: 5 } },
    '`@param(min:, max:, minLength:, maxLength:, minItems:, maxItems:)`',
  ],
  ['required', {}, { a: text }, 'a default for the variable, or a `lookup` that finds its value'],
])('a property of a request: %s', (_, published, own, word) => {
  const body = (properties: object) => ({ requestBody: json(object(properties)), responses: { 200: {} } });
  expect(words(body(published), body(own))[0]).toBe(word);
});

test('further properties of a request, and none', () => {
  const body = (additionalProperties: boolean) => ({
    requestBody: json({ type: 'object', additionalProperties }),
    responses: {},
  });
  expect(words(body(true), body(false))).toEqual(['`"unknown": {"body": "ignore"}`']);
  expect(words(body(true), {})).toEqual(['variables, or `@endpoint(body:)`']);
});

test.each<[name: string, published: string, own: string, word: string]>([
  ['the page', 'query page', 'query offset', '`page.parameters` and `page.styles`, with `@paginate` on the list'],
  [
    'another case',
    'query userId',
    'query user_id',
    '`@param(name: "userId")` in place of the query parameter `user_id`, or `case`',
  ],
  [
    'another place',
    'header X-Tenant',
    'query x_tenant',
    '`@param(in: HEADER)` in place of the query parameter `x_tenant`',
  ],
  ['the order', 'query sort', '', 'a variable with `@param(name:, values:)`; `ignore` where it has no effect'],
  ['properties', 'query fields', '', '`@fields`, and `fields`'],
  ['parts', 'query expand', '', '`@expand`, and `expand`'],
  [
    'an id that begins as an order does',
    'query order_id',
    '',
    'a variable with `@param(name:)`; `ignore` where it has no effect',
  ],
  ['a condition', 'header If-None-Match', '', '`@endpoint(maxAge:)`, or `@header(name: "ETag")`, on the GET'],
  ['a part of a response', 'header Range', '', 'none: only entity tags are compared, and responses are whole'],
  ['a key', 'header Idempotency-Key', '', '`idempotencyKey`'],
  ['a header', 'header X-Any', '', 'a variable with `@param(in: HEADER, name:)`; `ignore` where it has no effect'],
  ['a cookie', 'cookie sid', '', 'none: cookies are no parameters'],
])('a parameter that is missing: %s', (_, published, own, word) => {
  const operation = (...all: string[]) => ({
    ...statuses(200),
    parameters: all.filter(Boolean).map((each) => ({ in: each.split(' ')[0], name: each.split(' ')[1], schema: text })),
  });
  expect(words(operation(published), operation(own))).toEqual([word]);
});

test.each<[name: string, published: object, own: object, word: string]>([
  [
    'a page size',
    { name: 'per_page', schema: { ...integer, default: 30 } },
    { name: 'per_page', schema: integer },
    '`page.default`, `page.max`, `"over": "clamp"`; `@paginate(default:, max:)`',
  ],
  [
    'a greatest page',
    { name: 'limit', schema: integer },
    { name: 'limit', schema: { ...integer, maximum: 9 } },
    '`page.default`, `page.max`, `"over": "clamp"`; `@paginate(default:, max:)`',
  ],
  [
    'a first page',
    { name: 'page', schema: { ...integer, default: 1 } },
    { name: 'page', schema: integer },
    '`page.first`, with this style alone in `page.styles` or `@paginate(styles:)`; else the default of the variable',
  ],
  [
    'a first offset',
    { name: 'offset', schema: { ...integer, default: 0 } },
    { name: 'offset', schema: integer },
    '`page.first`, with this style alone in `page.styles` or `@paginate(styles:)`; else the default of the variable',
  ],
  [
    'a default',
    { name: 'a', schema: { ...text, default: 'x' } },
    { name: 'a', schema: text },
    'the default of the variable',
  ],
  [
    'texts',
    { name: 'a', schema: { enum: ['open'] } },
    { name: 'a', schema: { enum: ['OPEN'] } },
    '`@param(values:)`, or `enums`',
  ],
  [
    'required',
    { name: 'a', schema: text },
    { name: 'a', schema: text, required: true },
    'a default for the variable, or a `lookup` that finds its value',
  ],
  [
    'with pipes',
    { name: 'a', schema: array, style: 'pipeDelimited' },
    { name: 'a', schema: array, explode: false },
    'none: lists are read with commas, or from repeated parameters',
  ],
])('a parameter that differs: %s', (_, published, own, word) => {
  const operation = (parameter: object) => ({ ...statuses(200), parameters: [{ in: 'query', ...parameter }] });
  expect(words(operation(published), operation(own))).toEqual([word]);
});

test.each<[path: string, word: string]>([
  ['/contents/{path}', '`{+path}` as the last segment of the path'],
  ['/contents/{path}/raw', 'none: only the last segment of a path takes slashes'],
])('several segments in %s', (path, word) => {
  const parameter = { name: 'path', in: 'path', required: true, schema: text };
  const operation = (more: object) => ({ ...statuses(200), parameters: [{ ...parameter, ...more }] });
  expect(words(operation({ 'x-multi-segment': true }), operation({}), new Map(), path)).toEqual([word]);
});

test.each<[published: number[], own: number[], word: string]>([
  [[201], [200], '`@endpoint(status: 201)`; `@status(values:)` where both are possible'],
  [[200, 202], [200], '`@endpoint(status: 202)`; `@status(values:)` where another is possible'],
  [[302], [200], '`@endpoint(status: 303, location:)`: a mutation has no other redirect'],
  [[303], [200], '`@endpoint(status: 303, location:)`'],
  [[200, 302], [200], 'none: an endpoint either always redirects or never'],
  [[200, 300], [200], 'none: responses have no such status'],
  [[200, 206], [200], 'none: responses have no such status'],
  [[206], [200], 'none: responses have no such status'],
  [[200, 207], [200], 'none: `@status` has 200, 201, 202 and 204 alone'],
  [[200, 304], [200], 'none: only the response to a GET is validated'],
  [[200, 422], [200, 400], '`"errors": {"invalid": 422}`, or `@error(status: 422)`'],
  [[200, 401], [200], '`@endpoint(auth: REQUIRED)`'],
  [[200, 403], [200], '`@requiresScopes` in the schema, or `@error(status: 403)`'],
  [[200, 409], [200], '`@error(status: 409)`, or `errors.codes`'],
  [[200, 412], [200], '`@param(in: HEADER, name: "If-Match")`'],
  [[200, 429], [200], '`rateLimit`'],
])('the statuses %j, ours %j', (published, own, word) => {
  expect(words(statuses(...published), statuses(...own))).toEqual([word]);
});

test.each<[published: number[], word: string]>([
  [[302], '`@endpoint(status: 302, location:)`'],
  [[200, 304], '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [[200, 412], '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
])('the statuses %j of a GET', (published, word) => {
  const [theirs, ours] = [published, [200]].map((all) => ({
    openapi: '3.1.0',
    paths: { '/a': { get: statuses(...all) } },
  }));
  const [endpoint] = matchDocuments(theirs!, ours!).endpoints;
  const missing = endpoint!.parts.filter(({ result }) => result === 'missing');
  expect(missing.map((part) => suggestPart(part, new Map()))).toEqual([word]);
});

test.each<[published: string, own: string, word: string]>([
  ['Set-Cookie', '', 'none: it is not for a document to set'],
  ['Access-Control-Allow-Origin', '', '`CORS_ORIGINS`'],
  ['Deprecation', '', '`@endpoint(deprecated:, sunset:)`'],
  [
    'X-RateLimit-Limit',
    'RateLimit',
    '`"headers": {"RateLimit": ["X-RateLimit-Limit", …]}`, and `RATE_LIMIT` or `rateLimit`',
  ],
  ['X-GitHub-Request-Id', 'X-Request-Id', '`"headers": {"X-Request-Id": "X-GitHub-Request-Id"}`'],
  ['ETag', '', '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  ['Location', '', '`@endpoint(location:)`'],
  ['Link', '', '`@paginate`'],
  ['X-Total', '', '`"page": {"headers": {"X-Total": "{…}"}}`, or `@header(name: "X-Total")`'],
  ['X-Api-Version', '', '`@header(name: "X-Api-Version")` on a field, or `"headers": {"X-Api-Version": …}`'],
])('the header %s, ours %s', (published, own, word) => {
  const operation = (name: string) => ({
    responses: { 200: { headers: name === '' ? {} : { [name]: { schema: text } } } },
  });
  expect(words(operation(published), operation(own))).toEqual([word]);
});

test.each<[name: string, published: object, own: object, word: string]>([
  [
    'a list',
    { 200: json(array) },
    { 200: json(object({ data: array })) },
    '`"page": {"body": "{items}"}`, or `"envelope": null` with `@unwrap`',
  ],
  ['an envelope', { 200: json(object({ data: array })) }, { 200: json(array) }, '`page.body` of a list, or `body`'],
  ['an error', { 404: json(object({ message: text })) }, { 404: json(object({ error: text })) }, '`errors.body`'],
  [
    'the media type of an error',
    { 404: { content: { 'application/problem+json': {} } } },
    { 404: json(text) },
    '`errors.mediaType`, or `accepts`',
  ],
  ['a media type', { 200: { content: { 'text/csv': {} } } }, { 200: json(text) }, '`produces`, or `accepts`'],
])('a body: %s', (_, published, own, word) => {
  expect(words({ responses: published }, { responses: own })[0]).toBe(word);
});

test('a media type of a request', () => {
  const operation = (type: string) => ({ requestBody: { content: { [type]: { schema: text } } }, responses: {} });
  expect(words(operation('application/vnd.api+json'), operation('application/json'))).toEqual(['`consumes`']);
});
