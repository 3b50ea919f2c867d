import { describe, expect, test } from 'vitest';
import {
  countResults,
  matchDocuments,
  percentOf,
} from '../../../../src/gateway/describe/contracts/match/matchDocuments.ts';
import { formatPath } from '../../../../src/gateway/describe/contracts/openapi/describeDifference.ts';
import { documents } from '../../../promises/contract/describeEveryApi.ts';
import { cases } from './matchDocuments.cases.ts';

const document = (paths: object, more: object = {}) => ({ openapi: '3.0.3', paths, ...more });
const things = (operation: object, more: object = {}) => document({ '/things': { post: operation } }, more);

/** What is not equal, by part and path. */
function unequal({ endpoints }: ReturnType<typeof matchDocuments>) {
  const parts = endpoints.flatMap((each) => each.parts).filter(({ result }) => result !== 'equal');
  return Object.fromEntries(parts.map(({ part, path, result }) => [`${part} ${formatPath(path)}`.trimEnd(), result]));
}

describe('a part', () => {
  test.each(cases)('$name', ({ published, own, more, expected }) => {
    expect(unequal(matchDocuments(things(published, more), things(own, more)))).toEqual(expected);
  });
});

describe('a document', () => {
  test.each(cases)('equals itself: $name', ({ published, own, more }) => {
    for (const operation of [published, own]) {
      const both = things(operation, more);
      const [endpoint] = matchDocuments(both, structuredClone(both)).endpoints;
      expect(percentOf(countResults(endpoint!.parts))).toBe(100);
    }
  });

  test.each([...documents])('equals itself: %s', (_, own) => {
    const { endpoints, missing, additional } = matchDocuments(own, structuredClone(own));
    const counts = countResults(endpoints.flatMap(({ parts }) => parts));
    expect({ ...counts, missing, additional }).toEqual({
      equal: counts.equal,
      compatible: 0,
      different: 0,
      missing: [],
      additional: [],
    });
    expect(counts.equal).toBeGreaterThan(100);
    expect(percentOf(counts)).toBe(100);
  });
});

describe('endpoints', () => {
  const get = { get: { responses: { 200: {} } } };
  const match = (published: object, own: object, servers: [published: string, own: string] = ['/', '/']) => {
    const [theirs, ours] = servers.map((url) => ({ servers: [{ url }] }));
    const { endpoints, missing, additional } = matchDocuments(document(published, theirs), document(own, ours));
    return { found: endpoints.map(({ endpoint, own: route }) => [endpoint, route]), missing, additional };
  };

  test('are one whatever their placeholders are called, and their parameters are compared', () => {
    const path = (...names: string[]) =>
      names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    const published = document({ '/repos/{owner}/{repo}': { parameters: path('owner', 'repo'), ...get } });
    const own = document({
      '/repos/{login}/{name}': { get: { parameters: path('login', 'name'), responses: { 200: {} } } },
    });
    const { endpoints } = matchDocuments(published, own);
    expect(endpoints[0]).toMatchObject({ endpoint: 'GET /repos/{owner}/{repo}', own: 'GET /repos/{login}/{name}' });
    expect(endpoints[0]!.parts.map(({ part, result }) => [part, result])).toEqual([
      ['path parameter `owner`', 'equal'],
      ['path parameter `repo`', 'equal'],
      ['response 200', 'equal'],
    ]);
  });

  test('are listed where one side has them alone', () => {
    expect(match({ '/a': get, '/b': get }, { '/b': get, '/c': get })).toEqual({
      found: [['GET /b', 'GET /b']],
      missing: ['GET /a'],
      additional: ['GET /c'],
    });
  });

  test.each<[published: string, path: string, own: string, ownPath: string]>([
    ['https://api.example.com', '/a', '/v1', '/a'],
    ['https://api.example.com', '/v1/a', '/v1', '/a'],
    ['https://api.example.com/v1/', '/a', '/', '/v1/a'],
    ['https://api.example.com', '/a/', '/v1', '/a'],
  ])('are found below the servers: %s and %s, %s and %s', (published, path, own, ownPath) => {
    expect(match({ [path]: get }, { [ownPath]: get }, [published, own]).found).toEqual([
      [`GET ${path}`, `GET ${ownPath}`],
    ]);
  });

  test('are found below any of several servers, those of a path and those with variables', () => {
    const published = {
      servers: [
        { url: 'https://example.com' },
        { url: 'https://{host}/{base}', variables: { base: { default: 'api' } } },
      ],
    };
    const of = (paths: object) => matchDocuments(document(paths, published), document({ '/api/a': get, '/x/b': get }));
    expect(of({ '/a': get, '/b': { ...get, servers: [{ url: '/x' }] } }).missing).toEqual([]);
  });
});

test('the percentage is cut, and only all of the parts are 100', () => {
  expect(percentOf({ equal: 1998, compatible: 1, different: 0, missing: 1 })).toBe(99.9);
  expect(percentOf({ equal: 1, compatible: 1, different: 0, missing: 0 })).toBe(100);
  expect(percentOf({ equal: 0, compatible: 0, different: 0, missing: 0 })).toBe(0);
});
