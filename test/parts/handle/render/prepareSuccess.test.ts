import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { parsePathTemplate } from '../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import type { Segment } from '../../../../src/gateway/plan/paths.ts';
import { entityTag } from '../../../../src/gateway/http/entityTags.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import type { Inputs } from '../../../../src/gateway/handle/read/prepareReader.ts';
import { jsonReply, pathOfRequest } from '../../../../src/gateway/handle/render/prepareSuccess.ts';
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
