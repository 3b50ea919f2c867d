import { describe, expect, test } from 'vitest';
import { entityTag } from '../../../../src/gateway/protocol/entityTag.ts';
import type { Endpoint } from '../../../../src/gateway/runtime/Endpoint.ts';
import { jsonReply } from '../../../../src/gateway/runtime/jsonReply.ts';
import { toyEngine } from '../engine/support/toy.ts';
import { endpointOf, versionOf } from './support/plans.ts';

const JSON_TYPE = 'application/json';
const replyOf = (maxAge: number | undefined, fixed: Record<string, string>, own: Record<string, string>) => {
  const plan = endpointOf({ status: 201, ...(maxAge !== undefined && { maxAge }) });
  return jsonReply(
    { plan, version: versionOf({ number: 2 }), headers: fixed } as unknown as Endpoint,
    JSON_TYPE,
    { a: 'é' },
    own,
  );
};

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
    'v1/a.graphql': 'query get($id: SafeInt!) @endpoint(method: GET, path: "/a", maxAge: 60) { book(id: $id) { id } }',
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
