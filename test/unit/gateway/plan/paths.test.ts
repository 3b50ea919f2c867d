import { describe, expect, test } from 'vitest';
import { parsePathTemplate } from '../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import {
  type Segment,
  areAmbiguous,
  matchSegment,
  pathOf,
  routeKey,
  routePath,
  tagOf,
} from '../../../../src/gateway/plan/paths.ts';

const segmentsOf = (path: string) => parsePathTemplate(path) as Segment[];

test('a route is its method and its path without the names of placeholders', () => {
  expect(routePath('/users/{id}/orders/{order}:cancel')).toBe('/users/{}/orders/{}:cancel');
  expect(routeKey({ method: 'GET', path: '/users/{id}' })).toBe('GET /users/{}');
  expect(routePath('/contents/{+path}')).toBe(routePath('/contents/{id}'));
});

test('a path is written as it is read', () => {
  for (const path of ['/', '/a', '/a/{b}:c', '/x{a}.{b}...{c}y/{d}', '/a/{+path}']) {
    expect(pathOf(segmentsOf(path))).toBe(path);
  }
});

test('the tag is the first segment, unless it has a placeholder', () => {
  expect(['/', '/a/{b}', '/{a}/b', '/a{b}', '/{+a}'].map(tagOf)).toEqual(['root', 'a', 'root', 'root', 'root']);
});

describe('matchSegment', () => {
  test.each<[string, string, string[] | undefined]>([
    ['{a}', 'x', ['x']],
    ['{a}', '', undefined],
    ['x{a}', 'xy', ['y']],
    ['x{a}', 'x', undefined],
    ['x{a}', 'yx', undefined],
    ['{a}.json', 'a.json.json', ['a.json']],
    ['x{a}x', 'xx', undefined],
    ['xy{a}yz', 'xyz', undefined],
    ['{a}-{b}', 'a-b-c', ['a', 'b-c']],
    ['{a}-{b}', '-a-b', ['-a', 'b']],
    ['{a}-{b}', '--b', ['-', 'b']],
    ['{a}-{b}', 'a-', undefined],
    ['{a}-{b}-', 'a-b-', ['a', 'b']],
    ['{a}-{b}-', 'a--', undefined],
    ['{a}-{b}.{c}', 'a-b.c.d', ['a', 'b', 'c.d']],
    ['{a}-{b}.{c}', 'a.b-c', undefined],
    ['{a}-{b}.{c}', 'a-.b.c', ['a', '.b', 'c']],
  ])('%s and %j', (template, text, values) => {
    const found: string[] = [];
    const isMatch = matchSegment(text, segmentsOf(`/${template}`)[0]!.texts, found);
    expect(isMatch ? found : undefined).toEqual(values);
  });
});

describe('areAmbiguous', () => {
  test.each<[string, string, boolean]>([
    ['/a/{x}', '/a/{y}', false],
    ['/a/{x}', '/a/b', false],
    ['/a/{x}/c', '/a/b/{y}', false],
    ['/a/{x}.json', '/a/{x}', false],
    ['/a/{x}.json', '/a/{x}.html', false],
    ['/a/{x}.json', '/a/b{x}', false],
    ['/a/{x}c', '/a/b{x}', true],
    ['/{x}c/d', '/b{x}/{d}', true],
    ['/{x}c/d', '/b{x}/e', false],
    ['/{x}c/d', '/b{x}', false],
    ['/{x}c/d', '/b{x}/{y}.json', false],
    ['/{x}c/d.json', '/b{x}/{y}.json', true],
    ['/{x}c/{+d}', '/b{x}/e/f', true],
    ['/{x}-{y}', '/a{x}', true],
    ['/{x}-{y}', '/{x}.{y}', true],
    ['/{x}-{y}', '/{x}.{y}z', false],
    ['/a/{+x}', '/a/{+y}', false],
    ['/a/{+x}', '/a/{y}', true],
    ['/a/{+x}', '/a/{y}/b', false],
    ['/a/{+x}', '/a/{y}/{+z}', false],
    ['/a/{+x}', '/a/b', false],
    ['/a/{+x}', '/a', false],
    ['/a/{+x}', '/a/{y}.json', false],
    ['/', '/{+y}', false],
  ])('%s and %s: %s', (one, other, isAmbiguous) => {
    const [a, b] = [segmentsOf(one), segmentsOf(other)];
    expect([areAmbiguous(a, b), areAmbiguous(b, a)]).toEqual([isAmbiguous, isAmbiguous]);
  });
});
