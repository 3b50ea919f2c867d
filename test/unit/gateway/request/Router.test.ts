import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../src/gateway/plan/Segment.ts';
import { Router } from '../../../../src/gateway/request/Router.ts';

/** `/a/{}/{}:x`: literals, and placeholders with their suffixes. */
function segmentsOf(path: string): Segment[] {
  return path
    .split('/')
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith('{}') ? { kind: 'placeholder', name: 'x', suffix: text.slice(2) } : { kind: 'literal', text },
    );
}

const PATHS = [
  '/',
  '/b/{}',
  '/b/search',
  '/b/{}:archive',
  '/b/{}:hive',
  '/b/search/deep',
  '/b/{}/other',
  '/{}/c/{}',
  '/{}:x/{}:y/z',
];

function routerOf(paths: readonly string[]): Router<string> {
  const router = new Router<string>();
  for (const path of paths) expect(router.add('GET', segmentsOf(path), path)).toBeUndefined();
  return router;
}

describe.each([
  ['in this order', PATHS],
  ['in the opposite order', PATHS.toReversed()],
])('routes that were added %s', (_, paths) => {
  test.each<[string, string[], string | undefined, string[]]>([
    ['the root', [], '/', []],
    ['a placeholder', ['b', '5'], '/b/{}', ['5']],
    ['a literal before a placeholder', ['b', 'search'], '/b/search', []],
    ['a placeholder with a suffix', ['b', '5:archive'], '/b/{}:archive', ['5']],
    ['the longest suffix', ['b', '5:chive'], '/b/{}', ['5:chive']],
    ['a shorter suffix', ['b', '5:hive'], '/b/{}:hive', ['5']],
    ['a suffix alone as a value', ['b', ':archive'], '/b/{}', [':archive']],
    ['a suffix in the middle as a value', ['b', ':archives'], '/b/{}', [':archives']],
    ['a literal below a literal', ['b', 'search', 'deep'], '/b/search/deep', []],
    ['a placeholder where the literal leads nowhere', ['b', 'search', 'other'], '/b/{}/other', ['search']],
    ['a slash in a value', ['b', 'a/b'], '/b/{}', ['a/b']],
    ['a placeholder before a literal', ['b', 'c', '1'], '/{}/c/{}', ['b', '1']],
    ['only the values of the route that matches', ['p:x', 'c', 'q'], '/{}/c/{}', ['p:x', 'q']],
    ['several suffixes', ['1:x', '2:y', 'z'], '/{}:x/{}:y/z', ['1', '2']],
    ['nothing at the beginning of a route', ['b'], undefined, []],
    ['nothing beyond a route', ['b', 'search', 'deep', 'er'], undefined, []],
    ['nothing elsewhere', ['c', 'd', 'e'], undefined, []],
    ['no empty placeholder', ['b', ''], undefined, []],
  ])('match %s', (__, segments, path, values) => {
    const match = routerOf(paths).match(segments);
    expect(match?.routes.get('GET')).toBe(path);
    if (path !== undefined) expect(match!.values).toEqual(values);
  });
});

test('a suffix of equal length is found whichever was added first', () => {
  for (const paths of [
    ['/{}:a', '/{}:b'],
    ['/{}:b', '/{}:a'],
  ]) {
    const router = routerOf(paths);
    expect(['1:a', '1:b'].map((segment) => router.match([segment])?.routes.get('GET'))).toEqual(['/{}:a', '/{}:b']);
  }
});

test('a path has a route for each method', () => {
  const router = routerOf(['/a']);
  expect(router.add('PUT', segmentsOf('/a'), 'put')).toBeUndefined();
  expect([...router.match(['a'])!.routes]).toEqual([
    ['GET', '/a'],
    ['PUT', 'put'],
  ]);
});

test('a route whose place is taken is returned, and stays', () => {
  const router = routerOf(['/a/{}']);
  expect(
    router.add(
      'GET',
      [
        { kind: 'literal', text: 'a' },
        { kind: 'placeholder', name: 'y', suffix: '' },
      ],
      'new',
    ),
  ).toBe('/a/{}');
  expect(router.match(['a', '1'])!.routes.get('GET')).toBe('/a/{}');
});
