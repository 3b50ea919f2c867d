import { expect, test } from 'vitest';
import { renderAnnotation } from '../../../src/cli/annotateReport.ts';

test('an annotation is a workflow command, escaped by the rules of GitHub', () => {
  expect(
    renderAnnotation({
      level: 'error',
      title: '100%: a, b',
      message: 'One: 100%,\r\ntwo::',
      file: 'a,b/c:d.graphql',
      line: 2,
      column: 3,
    }),
  ).toBe('::error file=a%2Cb/c%3Ad.graphql,line=2,col=3,title=100%25%3A a%2C b::One: 100%25,%0D%0Atwo::');
});

test('an annotation has a place only if there is one', () => {
  expect(renderAnnotation({ level: 'warning', title: 'Title', message: 'Text' })).toBe('::warning title=Title::Text');
});

test('an annotation has no control characters', () => {
  const text = '\u001B]0;PWNED\u0007';
  expect(renderAnnotation({ level: 'error', title: 'Title', message: text, file: text })).toBe(
    '::error file=\\u001b]0;PWNED\\u0007,title=Title::\\u001b]0;PWNED\\u0007',
  );
});
