import { expect, test } from 'vitest';
import { type WebLink, renderLink, renderLinkHeader } from '../../../../src/gateway/protocol/renderLinkHeader.ts';

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
