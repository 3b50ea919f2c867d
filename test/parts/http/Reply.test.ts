import { describe, expect, test } from 'vitest';
import {
  NO_STORE,
  type WebLink,
  addVary,
  cacheControl,
  renderLink,
  renderLinkHeader,
} from '../../../src/gateway/http/Reply.ts';

describe('addVary', () => {
  test.each<[string | undefined, string, string]>([
    [undefined, 'Accept', 'Accept'],
    ['', 'Accept', 'Accept'],
    [' , ', 'Accept', 'Accept'],
    ['Accept', 'Origin', 'Accept, Origin'],
    ['Accept', 'Accept', 'Accept'],
    ['accept', 'Accept', 'accept'],
    ['Accept', 'accept', 'Accept'],
    ['Accept,Origin', 'Origin', 'Accept,Origin'],
    ['Accept ,  Origin', 'Origin', 'Accept ,  Origin'],
    ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
    ['*', 'Origin', '*'],
  ])('Vary: %s with %s is %s', (vary, name, expected) => {
    expect(addVary(vary, name)).toBe(expected);
  });
});

describe('cacheControl', () => {
  test.each([
    [undefined, 'private, no-store'],
    [0, 'private, max-age=0'],
    [60, 'private, max-age=60'],
  ])('a maxAge of %s is %s', (maxAge, expected) => {
    expect(cacheControl(maxAge)).toBe(expected);
  });

  test('shared caches may store what is public', () => expect(cacheControl(60, 'PUBLIC')).toBe('public, max-age=60'));

  test('errors are not stored', () => expect(NO_STORE).toBe('private, no-store'));
});

describe('renderLinkHeader', () => {
  test.each<[WebLink[], string | undefined]>([
    [[], undefined],
    [[{ target: '/a?page=2', relation: 'next' }], '</a?page=2>; rel="next"'],
    [
      [
        { target: '/a', relation: 'first' },
        { target: '/b', relation: 'last' },
      ],
      '</a>; rel="first", </b>; rel="last"',
    ],
    [[{ target: '/docs', relation: 'deprecation', type: 'text/html' }], '</docs>; rel="deprecation"; type="text/html"'],
  ])('%j → %s', (links, expected) => {
    expect(renderLinkHeader(links)).toBe(expected);
  });

  test.each([
    [8000, 8000],
    [8001, undefined],
  ])('a header of %i characters has a length of %s', (length, expected) => {
    const target = 'a'.repeat(length - renderLink({ target: '', relation: 'next' }).length);
    expect(renderLinkHeader([{ target, relation: 'next' }])?.length).toBe(expected);
  });
});
