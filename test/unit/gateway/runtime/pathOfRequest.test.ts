import { expect, test } from 'vitest';
import type { Segment } from '../../../../src/gateway/plan/Segment.ts';
import { pathOfRequest } from '../../../../src/gateway/runtime/pathOfRequest.ts';

const literal = (text: string): Segment => ({ kind: 'literal', text });
const placeholder = (suffix = ''): Segment => ({ kind: 'placeholder', name: 'x', suffix });

test.each<[string, Segment[], string[]]>([
  ['/', [], []],
  ['/books', [literal('books')], []],
  ['/shelves/a%2Fb/books/7', [literal('shelves'), placeholder(), literal('books'), placeholder()], ['a/b', '7']],
  ['/books/%C3%A9%3F:archive', [literal('books'), placeholder(':archive')], ['é?']],
])('is %s', (path, segments, values) => {
  expect(pathOfRequest(segments, values)).toBe(path);
});
