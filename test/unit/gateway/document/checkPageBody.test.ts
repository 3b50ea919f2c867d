import { expect, test } from 'vitest';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };
const items = 'page.body must have {items} once, as a text of its own. | Write "{items}" in one place.';
const known =
  'It has {items}, {limit}, {offset}, {page}, {total}, {totalPages}, {nextCursor}, {prevCursor}, {hasMore}, {url}, {self}, {first}, {prev}, {next}, {last}.';

test.each([
  ['{"{list}": "{items}", "of": [{"n": "{total? }items"}], "same": ["{self}", null, 1]}', []],
  ['"{items}"', []],
  ['{"a": "{items}", "b": {"c": "x{nope}"}}', [`conventions.json:1:46: page.body has no {nope}. | ${known}`]],
  ['{"a": "{items}", "b": "{total:int}"}', [`conventions.json:1:40: page.body has no {total:int}. | ${known}`]],
  ['{"a": "{items}", "b": "{list}"}', [`conventions.json:1:40: page.body has no {list}. | ${known}`]],
  ['{"a": "{items}", "{total}": 1}', ['conventions.json:1:35: page.body has no {total} in a key. | It has {list}.']],
  ['{"a": "{limit}"}', [`conventions.json:1:18: ${items}`]],
  ['{"a": "{items}", "b": "{items}"}', [`conventions.json:1:18: ${items}`]],
  ['{"a": "all {items}"}', [`conventions.json:1:18: ${items}`]],
  ['{"a": "{items?}"}', [`conventions.json:1:18: ${items}`]],
  ['{"a": "{items:string}"}', [`conventions.json:1:18: ${items}`]],
])('the page.body %s', (body, diagnostics) => {
  expect(diagnose({ ...document, 'conventions.json': `{"page":{"body":${' '}${body}}}` })).toEqual(diagnostics);
});

const envelope = '{"items": "data", "info": "page"}';

test('an envelope beside it is refused; a file below has the other instead', () => {
  const both = { ...document, 'conventions.json': `{"page":{"envelope":${envelope},"body":{"a":"{items}"}}}` };
  expect(diagnose(both)).toEqual(['conventions.json:1:10: page.body excludes page.envelope. | Remove one of them.']);
  expect(
    diagnose({
      ...document,
      'conventions.json': `{"page":{"envelope":${envelope}}}`,
      'v1/conventions.json': '{"page":{"body":{"a":"{items}"}}}',
      'v2/conventions.json': `{"page":{"envelope":${envelope}}}`,
    }),
  ).toEqual([]);
  expect(diagnose({ ...document, 'conventions.json': '{"page":{"envelope":null,"body":{"a":"{items}"}}}' })).toEqual(
    [],
  );
});
