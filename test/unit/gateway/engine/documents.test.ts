import { describe, expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

const at = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters}\n@endpoint(method: GET, path: "${path}"${more}) {\n${selection}\n}`;
test('an endpoint may end on the day of its deprecation', async () => {
  const dates = { deprecated: '2027-01-31', sunset: '2027-01-31' };
  const toy = toyEngine({
    'v1/conventions.json': JSON.stringify(dates),
    'v1/a.graphql': at('/b', 'shelves { name }', '', `, deprecated: "${dates.deprecated}", sunset: "${dates.sunset}"`),
  });
  expect((await toy.send('GET /v1/b')).headers).toMatchObject({ sunset: 'Sun, 31 Jan 2027 00:00:00 GMT' });
});
test('the root is a path', async () => {
  const toy = toyEngine({ 'v1/a.graphql': at('/', 'book(id: 1) { id }') }, { basePath: '/api' });
  for (const target of ['/api/v1', '/api/v1/', '/api', '/api/']) {
    expect((await toy.send(`GET ${target}`)).body).toBe('{"id":1}');
  }
});

describe('routes', () => {
  const answer = (path: string, title: string, parameters = '') => at(path, `book(id: 1) { ${title}: id }`, parameters);
  const echo = (path: string, name: string, variable: string) =>
    `query get($${variable}: String!) @endpoint(method: GET, path: "${path}") { echo(text: $${variable}) { ${name}: json } }`;
  const files: [string, string][] = [
    ['a', echo('/b/{x}', 'one', 'x')],
    ['b', answer('/b/search', 'literal')],
    ['c', echo('/b/{x}:archive', 'verb', 'x')],
    ['d', answer('/b/search/deep', 'deep')],
    ['e', echo('/b/{y}/other', 'other', 'y')],
  ];
  test.each([
    ['/v1/b/5', { one: '{"text":"5"}' }],
    ['/v1/b/search', { literal: 1 }],
    ['/v1/b/s%65arch', { literal: 1 }],
    ['/v1/b/5:archive', { verb: '{"text":"5"}' }],
    ['/v1/b/:archive', { one: '{"text":":archive"}' }],
    ['/v1/b/search/deep', { deep: 1 }],
    ['/v1/b/search/other', { other: '{"text":"search"}' }],
    ['/v1/b/a%2Fb', { one: '{"text":"a/b"}' }],
  ])('%s does not depend on the order of the documents', async (target, body) => {
    for (const order of [files, files.toReversed()]) {
      const toy = toyEngine(Object.fromEntries(order.map(([, text], index) => [`v1/${index}.graphql`, text])));
      expect(JSON.parse((await toy.send(`GET ${target}`)).body!)).toEqual(body);
    }
  });
  test('an endpoint that a version removes is gone from it, and from those after it', async () => {
    const toy = toyEngine({
      'v1/a.graphql': answer('/b', 'a'),
      'v2/a.graphql': at('/b', '__typename', '', ', removed: true'),
      'v3/c.graphql': answer('/c', 'c'),
    });
    const statuses = ['/v1/b', '/v2/b', '/v3/b', '/v3/c'].map(async (path) => (await toy.send(`GET ${path}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200]);
  });
});
