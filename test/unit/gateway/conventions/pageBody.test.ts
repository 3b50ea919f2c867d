import { expect, test } from 'vitest';
import { pageBodyOf } from '../../../../src/gateway/conventions/pageBody.ts';

const envelope = { items: 'books', info: 'meta' };
const ENVELOPE = { books: '{items}', meta: '{pagination}' };
const DEFAULT = { data: '{items}', pagination: '{pagination}' };
const body = { all: '{items}' };

test.each<[files: object[], template: unknown]>([
  [[], DEFAULT],
  [[{}, { page: { max: 5 } }], DEFAULT],
  [[{ page: { envelope } }], ENVELOPE],
  [[{ page: { envelope: null } }], '{selection}'],
  [[{ page: { body } }], body],
  [[{ page: { envelope: null, body } }], body],
  [[{ page: { envelope, body: null } }], ENVELOPE],
  [[{ page: { body } }, { page: { max: 5 } }], body],
  [[{ page: { body } }, { page: { envelope } }], ENVELOPE],
  [[{ page: { body } }, { page: { envelope: null } }], body],
  [[{ page: { body } }, { page: { envelope: null } }, { page: { body: null } }], '{selection}'],
  [[{ page: { envelope } }, { page: { body } }, { page: { body: null } }], ENVELOPE],
  [[{ page: { body } }, { page: { body: null } }], DEFAULT],
])('the template of pages by %j is %j', (files, template) => {
  expect(pageBodyOf(files.map((value) => ({ value })))).toEqual(template);
});
