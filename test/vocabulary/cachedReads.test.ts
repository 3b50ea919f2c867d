import { expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

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
