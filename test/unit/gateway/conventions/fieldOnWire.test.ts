import { expect, test } from 'vitest';
import { fieldOnWire } from '../../../../src/gateway/conventions/fieldOnWire.ts';

const names = { 'Book.isbnCode': 'ISBN' };

test.each<[type: string, field: string, style: 'schema' | 'snake_case', name: string]>([
  ['Book', 'isbnCode', 'schema', 'ISBN'],
  ['Book', 'isbnCode', 'snake_case', 'ISBN'],
  ['Book', 'pageCount', 'snake_case', 'page_count'],
  ['Reel', 'isbnCode', 'schema', 'isbnCode'],
  ['toString', 'constructor', 'schema', 'constructor'],
])('%s.%s is in case %s %s', (type, field, style, name) => {
  expect(fieldOnWire(type, field, { case: style, names })).toBe(name);
});
