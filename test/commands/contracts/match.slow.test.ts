// What portico match says of the parts of a published document: that of an API, with edits.
import { buildSchema } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';
import { type Edits, edited, textOf } from './support/published.ts';

const SDL = `
  scalar Date
  type Query {
    thing(id: ID!, userId: ID, q: String, list: [String!], state: State, tags: [State!]): Thing!
    things(first: Int, after: String): ThingConnection!
    file(path: String!, page: Int): String!
  }
  type Mutation { send(title: String!, n: Int, f: Float, note: String, userId: ID, state: State): Lead! }
  type ThingConnection { nodes: [Lead!]! pageInfo: PageInfo! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Thing {
    id: ID! text: String! maybe: String number: Int! ratio: Float! htmlUrl: String! headRef: String! owner: Owner! state: State!
    texts: [String]! choice: Choice! when: Date! more: String! createdAt: String isDraft: Boolean reviewsCount: Int boss: Owner
    labelIds: [ID!] members: TeamConnection manager: Owner lead: Lead
  }
  type Owner { login: String! email: String }
  type Lead { key: String! }
  type TeamConnection { nodes: [Owner!]! }
  union Choice = A | B
  type A { a: String! } type B { b: String! }
  enum State { OPEN CLOSED }
`;
const THING =
  'id text maybe number ratio htmlUrl headRef owner { login } state texts choice { ... on A { a } ... on B { b } } when none: __typename @template(value: null) more @include(if: $more)';
const folder = new Folder({
  'rest/api.json': '{ "versioning": "path" }',
  'rest/conventions.json':
    '{ "scalars": { "Date": { "type": "string" } }, "headers": { "X-Request-Id": "X-Request-Id" } }',
  'rest/v1/thing.graphql': `query thing($id: ID!, $userId: ID @param(name: "user_id"), $q: String, $list: [String!], $state: State, $tags: [State!] = [OPEN], $more: Boolean = false @expand)
    @endpoint(method: GET, path: "/things/{id}") { thing(id: $id, userId: $userId, q: $q, list: $list, state: $state, tags: $tags) { ${THING} } }`,
  'rest/v1/things.graphql':
    'query things @endpoint(method: GET, path: "/things") { things @paginate(styles: [CURSOR]) { nodes { key } } }',
  'rest/v1/file.graphql':
    'query file($path: String!) @endpoint(method: GET, path: "/files/{path}", auth: NONE) { file(path: $path) }',
  'rest/v1/raw.graphql':
    'query raw($path: String!, $page: Int) @endpoint(method: GET, path: "/files/{path}/raw", auth: NONE) { file(path: $path, page: $page) }',
  'rest/v1/send.graphql': `mutation send($title: String! @param(maxLength: 5), $n: Int, $f: Float, $note: String, $userId: ID, $state: State)
    @endpoint(method: POST, path: "/things") { send(title: $title, n: $n, f: $f, note: $note, userId: $userId, state: $state) { key } }`,
});
const defaults = { loadSchema: async () => buildSchema(SDL), endpoints: folder.at('rest'), root: folder.path };

interface Match {
  endpoints: { parts: { part: string; path: string; result: string; differences: { hint: string }[] }[] }[];
}

let own: unknown;
beforeAll(async () => (own = JSON.parse((await folder.run('openapi --version 1', { defaults })).stdout)));

/** The parts of a published document that are not equal, with the words that close what differs. */
async function unequal(edits: Edits): Promise<string[]> {
  folder.write({ 'published.json': textOf(edited(own, edits)) });
  const { json } = await folder.runJson('match --openapi published.json --version 1', { defaults });
  return (json as Match).endpoints.flatMap(({ parts }) =>
    parts.map(({ part, path, result, differences }) =>
      [
        `${`${part} ${path}`.trim().replace(/^response 200 /, '')}: ${result}`,
        ...differences.map(({ hint }) => hint),
      ].join(' | '),
    ),
  );
}

const GET = 'paths/~1things~1{id}/get';
const LIST = 'paths/~1things/get';
const POST = 'paths/~1things/post';
const FILE = 'paths/~1files~1{path}/get';
const RAW = 'paths/~1files~1{path}~1raw/get';
const THINGS = 'components/schemas/Thing';
const T = `${THINGS}/properties`;
const BODY = `${POST}/requestBody/content/application~1json/schema`;
const P = `${BODY}/properties`;
const OK = `${GET}/responses/200`;
const [ID, USER, Q, ITEMS, STATE, TAGS] = [0, 1, 2, 3, 4, 5].map((index) => `${GET}/parameters/${index}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const query = (name: string, schema: object = text, where = 'query') => ({
  [`${GET}/parameters/-`]: { name, in: where, schema },
});
const status = (at: string, code: number) => ({ [`${at}/responses/${code}`]: { description: '' } });
const header = (name: string) => ({ [`${OK}/headers/${name}`]: { schema: text } });
const instead = (at: string, code: number) => ({ [`${at}/responses`]: { [code]: { description: '' } } });
const of = (name: string, schema: unknown) => ({ [`${T}/${name}`]: schema });
const sent = (name: string, schema: unknown) => ({ [`${P}/${name}`]: schema });
const FIELD = 'a field with `@name(as:)`, or `@template(value:)`';
const VARIABLE = 'a variable with `@param(name:)`; `ignore` where it has no effect';
const KEEP = 'the field without `@include`, `@skip` and type condition; `"nulls": "keep"`';
const NUMBER = '`scalars`, as `{"ID": {"type": "integer"}}`';
const LISTS = 'none: lists are read with commas, or from repeated parameters';
const TAG = '`@endpoint(maxAge:)`, or `@header(name: "ETag")`';
const WHOLE = 'none: only entity tags are compared, and responses are whole';

test.each<[parts: string, published: Edits]>([
  [`text: different | ${NUMBER}`, of('text', integer)],
  ['number: different | `scalars`, or `@template(value: "{:string}")`', of('number', text)],
  ['number: compatible', of('number', { type: 'number' })],
  [`ratio: different | ${NUMBER}`, of('ratio', integer)],
  ['text: compatible', of('text', { ...text, nullable: true })],
  ['maybe: different | `@nonNull`, or `nonNull`', of('maybe', text)],
  ['texts: different | `@nonNull(levels: [1])`, or `nonNull` with `[]`', of('texts', { type: 'array', items: text })],
  ['text: compatible', of('text', { anyOf: [text, object({ b: text })] })],
  ['text: different | `@wrap(as:)`, or no `@unwrap`', of('text', object({}))],
  ['owner: different | `@unwrap`', of('owner', text)],
  ['none: different | a field in place of null', of('none', { type: ['string', 'null'] })],
  ['choice: compatible', of('choice', ref('A'))],
  [
    `choice: compatible & choice.a: different | ${KEEP} & choice.c: missing | ${FIELD}`,
    of('choice', { oneOf: [object({ a: text }), object({ b: text }), object({ a: text, c: text })] }),
  ],
  ['state: compatible', of('state', { ...text, enum: ['OPEN', 'CLOSED', 'OLD'] })],
  ['state: different | `enums`', of('state', { ...text, enum: ['OPEN'] })],
  ['when: different | `scalars`, with `format` and `upstream`', of('when', { ...text, format: 'date-time' })],
  [
    'text: different | `@template(value:)`; `scalars`, with `pattern`, of an ID or a custom scalar',
    of('text', { ...text, pattern: '^a' }),
  ],
  [
    'text: different | `scalars`, with `maxLength`, of an ID or a custom scalar; none of a String',
    of('text', { ...text, maxLength: 9 }),
  ],
  [
    'ratio: different | `scalars`, with `minimum` and `maximum`, of an ID or a custom scalar; none of an Int or a Float',
    of('ratio', { type: 'number', maximum: 9 }),
  ],
  ['text: different | none: no word has an effect on it', of('text', { ...text, minLength: 1 })],
  ['texts: different | none: no word has an effect on it', { [`${T}/texts/maxItems`]: 9 }],
  ['owner: different | `scalars`, with `"type": "any"`', { [`${T}/owner/additionalProperties`]: text }],
  [`more: different | ${KEEP}`, { [`${THINGS}/required/-`]: 'more' }],
  [
    'id: compatible & text: compatible & maybe: compatible & number: compatible & ratio: compatible & htmlUrl: compatible & headRef: compatible & owner: compatible & state: compatible & texts: compatible & choice: compatible & when: compatible & none: compatible',
    { [`${THINGS}/required`]: [] },
  ],
  [
    'text: different | `enums`',
    { [`${OK}/content/application~1json/schema`]: { allOf: [ref('Thing'), object({ text: { enum: ['x'] } })] } },
  ],
  [
    `owner.login: different | ${NUMBER} & owner.owner: missing | ${FIELD}`,
    { [`${T}/owner`]: ref('Owner'), 'components/schemas/Owner': object({ login: integer, owner: ref('Owner') }) },
  ],
  [`owner.phone: missing | ${FIELD}`, { [`${T}/owner/properties/phone`]: text }],
  [
    'html_url: missing | `@name(as: "html_url")` on `htmlUrl`, or `case` or `names`',
    { [`${T}/html_url`]: text, [`${T}/htmlUrl`]: undefined },
  ],
  [
    'head: missing | `@wrap(as: "head")` around `headRef`',
    { [`${T}/head`]: object({ ref: text }), [`${T}/headRef`]: undefined },
  ],
  [
    'owner_login: missing | `owner @spread { owner_login: login }`',
    { [`${T}/owner_login`]: text, [`${T}/owner`]: undefined },
  ],
  [
    'html_url_long: missing | `@spread` on `htmlUrl`, with `@name(as: "html_url_long")`',
    { [`${T}/html_url_long`]: text, [`${T}/htmlUrl`]: undefined },
  ],
  ['type: missing | `__typename @template(value: "Thing") @name(as: "type")`', of('type', { const: 'Thing' })],
  ['nothing: missing | `__typename @template(value: null) @name(as: "nothing")`', of('nothing', { type: 'null' })],
  [
    'self_url: missing | `@template(value: "/…")`, or a field with `@name(as:)`',
    of('self_url', { ...text, format: 'uri' }),
  ],
  [`anything: missing | ${FIELD}`, of('anything', text)],
  ['created_at: missing | `createdAt`', of('created_at', text)],
  ['draft: missing | `isDraft @name(as: "draft")`', of('draft', { type: 'boolean' })],
  ['review: missing | `reviewsCount @name(as: "review")`', of('review', integer)],
  ['createdAts: missing | `createdAt @name(as: "createdAts")`', of('createdAts', text)],
  ['boss_email: missing | `boss @spread { boss_email: email }`', of('boss_email', text)],
  [`boss_phone: missing | ${FIELD}`, of('boss_phone', text)],
  ['label_id: missing | `labelIds @name(as: "label_id")`', of('label_id', { type: 'array', items: text })],
  [`label_id: missing | ${FIELD}`, of('label_id', text)],
  ['member: missing | `members @name(as: "member")`', of('member', { type: 'array', items: object({}) })],
  ['lead: missing | `lead @unwrap { … }`', of('lead', text)],
  [`createdAt: missing | ${FIELD}`, of('createdAt', object({}))],
  ['managers: missing | `manager @name(as: "managers")`', of('managers', object({}))],
  [
    'thing: missing | `@endpoint(unwrap: false)`, or `body`',
    { [`${OK}/content/application~1json/schema`]: object({ thing: ref('Thing') }) },
  ],
  [
    'response 200: different | `"page": {"body": "{items}"}`, or `"envelope": null` with `@unwrap`',
    { [`${LIST}/responses/200`]: json({ type: 'array', items: object({ key: text }) }) },
  ],
  [
    'response 200: different | `page.body` of a list, or `body`',
    { [`${FILE}/responses/200`]: json(object({ a: text })) },
  ],
  [
    'things: missing | `page.body`, with `"{list}": "{items}"`',
    { [`${LIST}/responses/200`]: json(object({ things: { type: 'array', items: object({ key: text }) } })) },
  ],
  ['meta: missing | `page.body`', { 'components/schemas/LeadList/properties/meta': object({ a: text }) }],
  [
    'has_more: missing | `"has_more": "{hasMore}"` in `page.body`',
    { 'components/schemas/LeadList/properties/has_more': { type: 'boolean' } },
  ],
  ['response 404: different | `errors.body`', { [`${GET}/responses/404`]: json(object({ message: text })) }],
  [
    'response 404: different | `errors.mediaType`, or `accepts`',
    { [`${GET}/responses/404`]: { content: { 'application/x+json': {} } } },
  ],
  ['response 200: different | `produces`, or `accepts`', { [OK]: { content: { 'text/csv': {} } } }],
  ['request body f: compatible', sent('f', { type: ['integer', 'null'] })],
  [
    'request body n: different | `scalars`, or `@param(values:)`',
    sent('n', { oneOf: [integer, text, { type: 'null' }] }),
  ],
  [
    'request body title: different | `@param(min:, max:, minLength:, maxLength:, minItems:, maxItems:)`',
    sent('title', text),
  ],
  ['request body title: compatible', sent('title', { ...text, maxLength: 3 })],
  [
    'request body n: compatible',
    sent('n', {
      type: ['integer', 'null'],
      maximum: 9,
      exclusiveMaximum: true,
      minimum: 0,
      exclusiveMinimum: false,
    }),
  ],
  [
    'request body title: different | a variable that can be null, without `@nonNull`',
    sent('title', { ...text, maxLength: 5, nullable: true }),
  ],
  [
    'request body title: different | a default for the variable, or a `lookup` that finds its value',
    { [`${P}/title`]: undefined, [`${BODY}/required`]: [] },
  ],
  [`request body a: missing | ${VARIABLE}`, sent('a', text)],
  [
    'request body user_id: missing | `@param(name: "user_id")` in place of `userId`, or `case` or `names`',
    { [`${P}/user_id`]: text, [`${P}/userId`]: undefined },
  ],
  ['request body: different | `"unknown": {"body": "ignore"}`', { [`${BODY}/additionalProperties`]: true }],
  ['request body: compatible', { [`${BODY}/additionalProperties`]: undefined }],
  ['request body: missing | variables, or `@endpoint(body:)`', { [`${FILE}/requestBody`]: json(object({ a: text })) }],
  [
    'request body: different | a default for the variable, or a `lookup` that finds its value',
    { [`${POST}/requestBody`]: undefined },
  ],
  [
    'request body: different | `consumes`',
    {
      [`${POST}/requestBody`]: {
        required: true,
        content: { 'application/vnd.api+json': { schema: object({ title: { ...text, maxLength: 5 } }) } },
      },
    },
  ],
  ['query parameter `q`: compatible', { [`${Q}/required`]: true }],
  ['query parameter `q`: different | the default of the variable', { [`${Q}/schema/default`]: 'a' }],
  ['query parameter `tags`: compatible', { [`${TAGS}/schema/default`]: undefined }],
  [`query parameter \`list\`: different | ${LISTS}`, { [`${ITEMS}/style`]: 'pipeDelimited' }],
  [`query parameter \`list\`: different | ${LISTS}`, { [`${ITEMS}/style`]: 'deepObject' }],
  ['query parameter `state`: different | `@param(values:)`, or `enums`', { [`${STATE}/schema`]: { enum: ['open'] } }],
  [
    'path parameter `path`: different | `{+path}` as the last segment of the path',
    { [`${FILE}/parameters/0/x-multi-segment`]: true },
  ],
  [
    'path parameter `path`: different | none: only the last segment of a path takes slashes',
    { [`${RAW}/parameters/0/x-multi-segment`]: true },
  ],
  [`path parameter \`thing\`: missing | ${VARIABLE}`, { [`${ID}/name`]: 'thing', 'paths/~1things~1{thing}': {} }],
  [
    'query parameter `userId`: missing | `@param(name: "userId")` in place of the query parameter `user_id`, or `case`',
    { [`${USER}/name`]: 'userId' },
  ],
  [
    'header parameter `User-Id`: missing | `@param(in: HEADER)` in place of the query parameter `user_id`',
    { [`${USER}/in`]: 'header', [`${USER}/name`]: 'User-Id' },
  ],
  [
    'query parameter `page`: missing | `page.parameters` and `page.styles`, with `@paginate` on the list',
    query('page', integer),
  ],
  [
    'query parameter `limit`: different | `page.default`, `page.max`, `"over": "clamp"`; `@paginate(default:, max:)`',
    { [`${LIST}/parameters/0/schema/default`]: 30 },
  ],
  [
    'query parameter `page`: different | `page.first`, with this style alone in `page.styles` or `@paginate(styles:)`; else the default of the variable',
    { [`${RAW}/parameters/1/schema/default`]: 1 },
  ],
  [
    'query parameter `sort`: missing | a variable with `@param(name:, values:)`; `ignore` where it has no effect',
    query('sort'),
  ],
  ['query parameter `fields`: missing | `@fields`, and `fields`', query('fields')],
  ['query parameter `embed`: missing | `@expand`, and `expand`', query('embed')],
  [`query parameter \`order_id\`: missing | ${VARIABLE}`, query('order_id')],
  [`header parameter \`If-Modified-Since\`: missing | ${WHOLE}`, query('If-Modified-Since', text, 'header')],
  [`header parameter \`If-None-Match\`: missing | ${TAG}, on the GET`, query('If-None-Match', text, 'header')],
  [`header parameter \`Range\`: missing | ${WHOLE}`, query('Range', text, 'header')],
  ['header parameter `Idempotency-Key`: missing | `idempotencyKey`', query('Idempotency-Key', text, 'header')],
  [
    'header parameter `X-Any`: missing | a variable with `@param(in: HEADER, name:)`; `ignore` where it has no effect',
    query('X-Any', text, 'header'),
  ],
  ['cookie parameter `sid`: missing | none: cookies are no parameters', query('sid', text, 'cookie')],
  [
    'response 201: different | `@endpoint(status: 201)`; `@status(values:)` where both are possible',
    instead(POST, 201),
  ],
  ['response 202: missing | `@endpoint(status: 202)`; `@status(values:)` where another is possible', status(GET, 202)],
  ['response 302: missing | `@endpoint(status: 303, location:)`: a mutation has no other redirect', instead(POST, 302)],
  ['response 303: missing | `@endpoint(status: 303, location:)`', instead(POST, 303)],
  ['response 302: missing | `@endpoint(status: 302, location:)`', instead(GET, 302)],
  ['response 302: missing | none: an endpoint either always redirects or never', status(GET, 302)],
  ['response 300: missing | none: responses have no such status', status(GET, 300)],
  ['response 206: different | none: responses have no such status', instead(GET, 206)],
  ['response 207: missing | none: `@status` has 200, 201, 202 and 204 alone', status(GET, 207)],
  [`response 304: missing | ${TAG}`, status(GET, 304)],
  ['response 304: missing | none: only the response to a GET is validated', status(POST, 304)],
  ['response 401: missing | `@endpoint(auth: REQUIRED)`', status(FILE, 401)],
  ['response 403: missing | `@requiresScopes` in the schema, or `@error(status: 403)`', status(FILE, 403)],
  ['response 409: missing | `@error(status: 409)`, or `errors.codes`', status(FILE, 409)],
  [`response 412: missing | ${TAG}`, status(FILE, 412)],
  ['response 422: missing | `"errors": {"invalid": 422}`, or `@error(status: 422)`', status(FILE, 422)],
  ['response 428: missing | `@param(in: HEADER, name: "If-Match")`', status(POST, 428)],
  ['header `Set-Cookie` of response 200: missing | none: it is not for a document to set', header('Set-Cookie')],
  [
    'header `Access-Control-Allow-Origin` of response 200: missing | `CORS_ORIGINS`',
    header('Access-Control-Allow-Origin'),
  ],
  ['header `Deprecation` of response 200: missing | `@endpoint(deprecated:, sunset:)`', header('Deprecation')],
  [
    'header `X-RateLimit-Limit` of response 200: missing | `"headers": {"RateLimit": ["X-RateLimit-Limit", …]}`, and `RATE_LIMIT` or `rateLimit`',
    header('X-RateLimit-Limit'),
  ],
  [
    'header `X-GitHub-Request-Id` of response 200: missing | `"headers": {"X-Request-Id": "X-GitHub-Request-Id"}`',
    header('X-GitHub-Request-Id'),
  ],
  [`header \`ETag\` of response 200: missing | ${TAG}`, header('ETag')],
  ['header `Location` of response 200: missing | `@endpoint(location:)`', header('Location')],
  ['header `Link` of response 200: missing | `@paginate`', header('Link')],
  [
    'header `X-Total` of response 200: missing | `"page": {"headers": {"X-Total": "{…}"}}`, or `@header(name: "X-Total")`',
    header('X-Total'),
  ],
  [
    'header `X-Api-Version` of response 200: missing | `@header(name: "X-Api-Version")` on a field, or `"headers": {"X-Api-Version": …}`',
    header('X-Api-Version'),
  ],
  [
    'header `x-request-id` of response 200: compatible',
    { [`${OK}/headers`]: { 'x-request-id': { schema: text }, Date: { schema: text } } },
  ],
  [`header \`Vary\` of response 200: different | ${NUMBER}`, { [`${OK}/headers/Vary`]: { schema: integer } }],
])('%s', async (parts, published) => {
  expect((await unequal(published)).join(' & ')).toBe(parts);
});

test.each<[name: string, published: Edits]>([
  ['null in OpenAPI 3.0', of('maybe', { ...text, nullable: true })],
  ['null around allOf', of('maybe', { nullable: true, allOf: [text] })],
  ['null as a choice', of('maybe', { oneOf: [text, { type: 'null' }] })],
  ['a format that only annotates', of('when', { ...text, format: 'uri' })],
  ['a number without the range of an Int', of('number', integer)],
  ['further properties', { [`${T}/owner/additionalProperties`]: true }],
  ['no further properties', { [`${T}/owner/additionalProperties`]: false }],
  ['a property that is only in requests', of('secret', { ...text, writeOnly: true })],
  [
    'media types with parameters',
    { [OK]: { content: { 'Application/JSON; charset=utf-8': { schema: ref('Thing') } } } },
  ],
  ['ranges of media types', { [OK]: { content: { 'application/*': { schema: ref('Thing') } } } }],
  ['no property that ours has', sent('note', undefined)],
  ['a property that is only in responses', sent('a', { ...text, readOnly: true })],
  ['a text for a list', { [ITEMS]: { name: 'list', in: 'query', schema: text } }],
  ['repeated parameters', { [`${ITEMS}/explode`]: true }],
  [
    'headers that are no parameters',
    {
      ...query('Accept', text, 'header'),
      [`${LIST}/parameters/-`]: { name: 'authorization', in: 'header', schema: text },
    },
  ],
  ['405', status(FILE, 405)],
  ['ranges and a default', { [`${GET}/responses`]: { '2XX': {}, '4xx': {}, default: {} } }],
])('everything is equal where there is %s', async (_, published) => {
  expect(await unequal(published)).toEqual([]);
});

test.each<[server: object, path: string]>([
  [{ url: 'https://api.example.com' }, '/things'],
  [{ url: 'https://api.example.com' }, '/v1/things/'],
  [{ url: 'https://api.example.com/v1/' }, '/things'],
  [{ url: 'https://{host}/{base}', variables: { base: { default: 'v1' } } }, '/things'],
  [{ url: '/' }, '/v1/things/{any_name}'],
])('an endpoint is found below the server %j at %s', async (server, path) => {
  const get = { responses: { 200: { description: '' } } };
  const published = {
    openapi: '3.0.3',
    servers: [{ url: '/none' }, server],
    paths: { [path]: { get }, '/b': { get } },
  };
  folder.write({ 'published.json': JSON.stringify(published) });
  const { json: match } = await folder.runJson('match --openapi published.json --version 1', { defaults });
  const [, name = ''] = /(\{.*\})/.exec(path) ?? [];
  expect(match).toMatchObject({
    endpoints: [{ endpoint: `GET ${path}`, own: name === '' ? 'GET /things' : 'GET /things/{id}' }],
    missing: ['GET /b'],
    additional:
      name === ''
        ? ['GET /files/{path}', 'GET /files/{path}/raw', 'POST /things', 'GET /things/{id}']
        : ['GET /files/{path}', 'GET /files/{path}/raw', 'GET /things', 'POST /things'],
  });
});
