// A response that a cache may keep names every header of the request that it depends on: those of the credentials, and those
// that the upstream receives. See RFC 9110, section 12.5.5.
import { afterAll, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
stub.answer = () => ({ body: { data: { text: 'a' } } });
const facade = await openPortico({
  upstream: { ...stub, forwarded: ['x-tenant', 'accept-language'] },
  sdl: 'type Query { text(language: String): String! }',
  files: {
    'a.graphql': 'query a @endpoint(method: GET, path: "/public", maxAge: 60, cache: PUBLIC, auth: NONE) { text }',
    'b.graphql': 'query b @endpoint(method: GET, path: "/private", maxAge: 60) { text }',
    'c.graphql': 'query c @endpoint(method: GET, path: "/fresh") { text }',
    'd.graphql': `query d($language: String @param(name: "Accept-Language", in: HEADER))
      @endpoint(method: GET, path: "/translated", maxAge: 60) { text(language: $language) }`,
  },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});

test.each([
  ['public', 'public, max-age=60', 'Accept, x-tenant, accept-language'],
  ['private', 'private, max-age=60', 'Accept, Authorization, x-tenant, accept-language'],
  ['fresh', 'private, no-store', 'Accept'],
  ['translated', 'private, max-age=60', 'Accept, Accept-Language, Authorization, x-tenant'],
])('/%s is %s and varies by %s', async (path, control, vary) => {
  const { headers } = await facade.send(`/v1/${path}`);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([control, vary]);
});
