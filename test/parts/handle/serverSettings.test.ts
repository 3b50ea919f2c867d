import { expect, test } from 'vitest';
import { toyEngine } from './support/toyEngine.ts';

test('a deprecated endpoint links to the page of changes, below the base path and behind the links of its page', async () => {
  const old = toyEngine(
    {
      'v1/a.graphql': 'query get @endpoint(method: GET, path: "/a") { books @paginate { nodes { id } } }',
      'v1/b.graphql': 'query get @endpoint(method: GET, path: "/b", sunset: "2028-01-31") { shelves { name } }',
      'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31', sunset: '2027-07-31' }),
    },
    { basePath: '/api', changesPath: '/docs/changes' },
  );
  const links =
    '</api/docs/changes>; rel="deprecation"; type="text/html", </api/docs/changes>; rel="sunset"; type="text/html"';
  const { link } = (await old.send('GET /api/v1/a')).headers;
  expect(link!.slice(link!.indexOf('rel="last"'))).toBe(`rel="last", ${links}`);
  expect((await old.send('GET /api/v1/b')).headers['link']).toBe(links);
});

test('absolute URLs are paths where Host is invalid', async () => {
  const documents = {
    'conventions.json': JSON.stringify({ urls: 'absolute' }),
    'v1/a.graphql': 'query get @endpoint(method: GET, path: "/books") { books @paginate { nodes { id } } }',
  };
  const { link } = (await toyEngine(documents).send('GET /v1/books', { headers: { host: 'a/b@c' } })).headers;
  expect(link).toMatch(/^<\/v1\/books\?/);
});
