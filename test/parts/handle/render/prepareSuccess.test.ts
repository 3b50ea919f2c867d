import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { parsePathTemplate } from '../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import type { Segment } from '../../../../src/gateway/plan/paths.ts';
import { entityTag } from '../../../../src/gateway/http/entityTags.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import type { Inputs } from '../../../../src/gateway/handle/read/prepareReader.ts';
import { jsonReply, pathOfRequest } from '../../../../src/gateway/handle/render/prepareSuccess.ts';
import { toyEngine } from '../support/toyEngine.ts';
import { connection, endpointOf, leaf, object, pagePlan, resultOf, versionOf } from '../support/plans.ts';
import { runtimeOf } from '../support/runtimeOf.ts';

const JSON_TYPE = 'application/json';

function render(plan: EndpointPlan, value: unknown, inputs: Partial<Inputs> = {}, data = {}) {
  const endpoint = runtimeOf([plan], () => ({})).endpointOf(1, plan);
  return endpoint.renderSuccess(
    { data, value },
    {
      route: { values: ['a/b'] },
      query: parseQuery('x=1'),
      inputs: { variables: {}, page: undefined, ...inputs },
      base: 'http://host/api/v1',
      mediaType: JSON_TYPE,
    },
  );
}

describe('compileSuccess', () => {
  test('a success is its body in the media type of the response', () => {
    const reply = render(endpointOf({ result: resultOf({ dataPath: ['book'], body: object({ id: leaf() }) }) }), {
      id: 7,
    });
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': JSON_TYPE }, body: '{"id":7}' });
    expect(reply.headers).not.toHaveProperty('location');
    expect(reply.headers).not.toHaveProperty('link');
  });

  test('a 204 has no body, and the headers of its endpoint', () => {
    const reply = render(endpointOf({ status: 204 }), 'x');
    expect(reply).toEqual({
      status: 204,
      headers: { vary: 'Accept', 'cache-control': 'private, no-store' },
      body: null,
    });
  });

  test.each([
    ['v1', { etag: entityTag('', '', 1, 'v1') }],
    [null, {}],
  ])('a 204 has an entity tag where the data has a version: %j', (version, tag) => {
    const headers = [{ name: 'ETag', path: ['version'], type: 'String', required: false }];
    const reply = render(endpointOf({ status: 204, headers }), 'x', {}, { version });
    expect(reply.headers).toEqual({ vary: 'Accept', 'cache-control': 'private, no-store', ...tag });
  });

  test('a 201 has the location of what it made, after the base', () => {
    const result = resultOf({ dataPath: ['book'], body: object({ id: leaf() }) });
    const plan = endpointOf({ status: 201, location: ['/books/', { property: ['id'] }], result });
    expect(render(plan, { id: 7 }).headers['location']).toBe('http://host/api/v1/books/7');
    expect(render(plan, { id: null })).toMatchObject({ status: 201, body: '{"id":null}' });
    expect(render(plan, { id: null }).headers).not.toHaveProperty('location');
  });

  describe('a page', () => {
    const paged = endpointOf({
      segments: [
        { names: [], texts: ['shelves'] },
        { names: ['id'], texts: ['', ''] },
      ],
      parameters: [{ name: 'id', variable: 'id', source: 'path', type: 'ID!', required: true, constraints: {} }],
      result: resultOf({ dataPath: ['books'], body: connection(leaf()) }),
      page: pagePlan({ limits: { styles: ['OFFSET'] } }),
    });
    test('links to others at the path and with the query of the request', () => {
      const page = { style: 'OFFSET' as const, limit: 5, offset: 0 };
      const reply = render(paged, { nodes: ['a'], _total: 3 }, { page });
      expect(reply.body).toBe('{"data":["a"],"pagination":{"limit":5,"offset":0,"total":3}}');
      expect(reply.headers['link']).toBe(
        '<http://host/api/v1/shelves/a%2Fb?x=1&offset=0&limit=5>; rel="first", <http://host/api/v1/shelves/a%2Fb?x=1&offset=0&limit=5>; rel="last"',
      );
    });
    test('has no links that would be too long', () => {
      const endpoint = runtimeOf([paged], () => ({})).endpointOf(1, paged);
      const reply = endpoint.renderSuccess(
        { data: {}, value: { nodes: [], _total: 0 } },
        {
          route: { values: ['a'] },
          query: parseQuery(`x=${'y'.repeat(8000)}`),
          inputs: { variables: {}, page: { style: 'OFFSET', limit: 5, offset: 0 } },
          base: '',
          mediaType: JSON_TYPE,
        },
      );
      expect(reply.headers).not.toHaveProperty('link');
    });
  });

  test('a result that JSON cannot represent is an error', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => render(endpointOf(), cycle)).toThrow(TypeError);
  });

  describe('absolute addresses', () => {
    const documents = {
      'conventions.json': JSON.stringify({ urls: 'absolute' }),
      'v1/a.graphql': 'query get @endpoint(method: GET, path: "/books") { books @paginate { nodes { id } } }',
      'v1/b.graphql':
        'mutation m @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: "x" }) { id } }',
    };
    const PEER = { address: '10.0.0.7', encrypted: false };
    type Settings = NonNullable<Parameters<typeof toyEngine>[1]>;

    /** What Location and Link begin with. */
    async function originsOf(settings: Settings, headers: Record<string, string>, peer = PEER): Promise<string> {
      const toy = toyEngine(documents, settings);
      const { link } = (await toy.send('GET /v1/books', { headers, peer })).headers;
      const { location } = (await toy.send('POST /v1/books', { headers, peer })).headers;
      const [, origin] = /^<([^>]*)\/v1\/books\?/.exec(link!)!;
      expect(location).toBe(`${origin}/v1/books/99`);
      return origin!;
    }

    const forged = { host: 'a.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

    test.each<[string, Settings, Record<string, string>, string]>([
      ['Host and the connection', {}, { host: 'a.example:8080' }, 'http://a.example:8080'],
      ['nothing that a client forwards', {}, forged, 'http://a.example'],
      ['nothing that a client calls Forwarded', {}, { host: 'a', forwarded: 'proto=https;host=b' }, 'http://a'],
      ['nothing of an untrusted peer', { trustProxy: ['192.168.0.0/16', 'loopback'] }, forged, 'http://a.example'],
      ['PUBLIC_URL', { publicUrl: 'https://api.example' }, forged, 'https://api.example'],
      [
        'PUBLIC_URL before a trusted proxy',
        { publicUrl: 'https://b', trustProxy: ['10.0.0.0/8'] },
        forged,
        'https://b',
      ],
      ['a trusted proxy', { trustProxy: ['10.0.0.7'] }, forged, 'https://evil.example'],
      ['a trusted range', { trustProxy: ['10.0.0.0/8'] }, { host: 'a', 'x-forwarded-proto': 'HTTPS' }, 'https://a'],
      [
        'Forwarded',
        { trustProxy: ['10.0.0.7'] },
        { host: 'a', forwarded: 'for=1.2.3.4;Proto=https;Host="b:1"' },
        'https://b:1',
      ],
      ['no unknown scheme', { trustProxy: ['10.0.0.7'] }, { host: 'a', 'x-forwarded-proto': 'gopher' }, 'http://a'],
      [
        'no invalid forwarded host',
        { trustProxy: ['10.0.0.7'] },
        { host: 'a', 'x-forwarded-host': 'b/c?d' },
        'http://a',
      ],
      ['no invalid Host', {}, { host: 'a/b@c' }, ''],
      [
        'the values of the trusted proxy, which are last',
        { trustProxy: ['10.0.0.7'] },
        { host: 'a', 'x-forwarded-proto': 'http, https', 'x-forwarded-for': '1.2.3.4' },
        'https://a',
      ],
      [
        'the outermost of two trusted proxies',
        { trustProxy: ['10.0.0.0/8'] },
        { host: 'a', 'x-forwarded-proto': 'gopher, https, http', 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.8' },
        'https://a',
      ],
      [
        'the outermost of two trusted proxies, in Forwarded',
        { trustProxy: ['10.0.0.0/8'] },
        {
          host: 'a',
          forwarded: 'for=6.6.6.6;host=evil, for="[2001:db8::1]:80";host=b;proto=https, for="10.0.0.8:1";host=c',
        },
        'https://b',
      ],
    ])('are made of %s', async (_, settings, headers, origin) => {
      expect(await originsOf(settings, headers)).toBe(origin);
    });

    test('are of https where the connection is', async () => {
      expect(await originsOf({}, { host: 'a' }, { address: '10.0.0.7', encrypted: true })).toBe('https://a');
    });
  });
});

const replyOf = (maxAge: number | undefined, fixed: Record<string, string>, own: Record<string, string>) => {
  const plan = endpointOf({ status: 201, ...(maxAge !== undefined && { maxAge }) });
  return jsonReply(
    { plan, status: plan.status, version: versionOf({ number: 2 }), headers: fixed },
    JSON_TYPE,
    { a: 'é' },
    own,
  );
};

describe('jsonReply', () => {
  test('has the status of its endpoint, its media type and the length of its body in bytes', () => {
    expect(replyOf(undefined, { vary: 'Accept' }, {})).toEqual({
      status: 201,
      headers: { 'content-type': JSON_TYPE, vary: 'Accept', 'content-length': '10' },
      body: '{"a":"é"}',
    });
  });

  test('has an entity tag where it can be cached', () => {
    for (const maxAge of [0, 60]) {
      expect(replyOf(maxAge, {}, {}).headers['etag']).toBe(entityTag('{"a":"é"}', JSON_TYPE, 2));
    }
  });

  test.each([
    [{}, {}, undefined],
    [{ link: '<a>' }, {}, '<a>'],
    [{}, { link: '<b>' }, '<b>'],
    [{ link: '<a>' }, { link: '<b>' }, '<b>, <a>'],
  ])('joins the links of the endpoint, %j, to those of the response, %j', (fixed, own, link) => {
    expect(replyOf(undefined, fixed, own).headers['link']).toBe(link);
  });

  test('has the headers of its own', () => {
    expect(replyOf(undefined, { vary: 'Accept' }, { location: '/a' }).headers).toMatchObject({
      vary: 'Accept',
      location: '/a',
    });
  });

  describe('caching', () => {
    const toy = toyEngine({
      'v1/a.graphql':
        'query get($id: SafeInt!) @endpoint(method: GET, path: "/a", maxAge: 60) { book(id: $id) { id } }',
      'v2/shapes/None.graphql': 'fragment None on Book { id }',
    });
    const send = (path: string, headers: Record<string, string> = {}) => toy.send(`GET ${path}`, { headers });

    test('a maxAge has Cache-Control and a strong ETag, and 304 for who has it', async () => {
      const first = await send('/v1/a?id=1');
      const etag = first.headers['etag']!;
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect(first.headers['cache-control']).toBe('private, max-age=60');
      for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await send('/v1/a?id=1', { 'if-none-match': given });
        expect(again).toEqual({
          status: 304,
          headers: { etag, vary: 'Accept, Authorization', 'cache-control': 'private, max-age=60' },
          body: null,
        });
      }
      expect((await send('/v1/a?id=1', { 'if-none-match': '"x"' })).status).toBe(200);
      expect((await send('/v1/a?id=2', { 'if-none-match': etag })).status).toBe(200);
    });
    test('the tag is its own for each media type and version', async () => {
      const vendor = { accept: 'application/vnd.toy.v1+json' };
      const tags = [await send('/v1/a?id=1'), await send('/v1/a?id=1', vendor), await send('/v2/a?id=1')];
      expect(new Set(tags.map(({ headers }) => headers['etag'])).size).toBe(3);
      expect((await send('/a?id=1')).headers['etag']).toBe(tags[0]!.headers['etag']);
    });
  });
});

describe('pathOfRequest', () => {
  test.each<[string, string, string[]]>([
    ['/', '/', []],
    ['/books', '/books', []],
    ['/shelves/a%2Fb/books/7', '/shelves/{shelf}/books/{id}', ['a/b', '7']],
    ['/books/%C3%A9%3F:archive', '/books/{id}:archive', ['é?']],
    ['/compare/a%2Fb...c.json', '/compare/{base}...{head}.json', ['a/b', 'c']],
    ['/contents/a%20b/%3F.md', '/contents/{+path}', ['a b/?.md']],
  ])('is %s', (path, template, values) => {
    expect(pathOfRequest(parsePathTemplate(template) as Segment[], values)).toBe(path);
  });
});
