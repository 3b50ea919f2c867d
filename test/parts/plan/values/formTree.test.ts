import { describe, expect, test } from 'vitest';
import { buildFormTree, encodeFormText, parseForm, writeForm } from '../../../../src/gateway/plan/values/formTree.ts';

const refused = (code: string, message: string) => expect.objectContaining({ code, message });

describe('a form', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['a=1&b=x%20y', { a: '1', b: 'x%20y' }],
    ['a', { a: '' }],
    ['&&a=b=c&', { a: 'b=c' }],
    ['user[email]=a&user[name]=b', { user: { email: 'a', name: 'b' } }],
    ['user%5Bemail%5D=a', { user: { email: 'a' } }],
    ['a[b][c][d]=1', { a: { b: { c: { d: '1' } } } }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a=1,2', { a: '1,2' }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a[0][]=1&a[0][]=2', { a: [['1', '2']] }],
    ['a[1]=x', { a: { 1: 'x' } }],
    ['a[00]=x', { a: { '00': 'x' } }],
    ['a[0]=x&a[b]=y', { a: { 0: 'x', b: 'y' } }],
    ['a=1&a[b]=2', { a: ['1', { b: '2' }] }],
    ['a[b]=1&a=2', { a: ['2', { b: '1' }] }],
    ['a[b=1', { 'a[b': '1' }],
    ['a]b=1', { 'a]b': '1' }],
    ['a[b]c=1', { 'a[b]c': '1' }],
    ['[a]=1', { '': { a: '1' } }],
    ['[]=1', { '': ['1'] }],
    ['+a=1', { ' a': '1' }],
  ])('%s is %j', (text, tree) => {
    expect(parseForm(text)).toEqual(tree);
  });

  test('has names such as __proto__ as any other', () => {
    const tree = parseForm('__proto__[a]=1&constructor[prototype]=2&a[__proto__]=3');
    expect(JSON.stringify(tree)).toBe('{"__proto__":{"a":"1"},"constructor":{"prototype":"2"},"a":{"__proto__":"3"}}');
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test.each(['a=%', 'a=%zz', 'a=%C3', '%FF=1', 'a=%C3&b=%A9'])('%s is refused', (text) => {
    expect(() => parseForm(text)).toThrow(refused('BAD_REQUEST', 'The body is not valid percent-encoded UTF-8.'));
  });

  test('is refused where it does not say which item a name is of', () => {
    const message = 'The name "a[][b]" does not say which item it is of; number the items, as in "items[0][name]".';
    expect(() => parseForm('a[][b]=1')).toThrow(refused('BAD_REQUEST', message));
  });

  test('is refused beyond 100 levels', () => {
    expect(() => parseForm(`a${'[b]'.repeat(99)}=1`)).not.toThrow();
    const message = `The name "a${'[b]'.repeat(12)}[b…" must not be nested more than 100 levels deep.`;
    expect(() => parseForm(`a${'[b]'.repeat(100)}=1`)).toThrow(refused('BAD_REQUEST', message));
    expect(() => parseForm(`a${'[b]'.repeat(300_000)}=1`)).toThrow('levels deep');
  });

  test('is refused beyond 10,000 values', () => {
    expect(parseForm('a=&'.repeat(10_000))).toEqual({ a: Array(10_000).fill('') });
    const message = 'The form must not have more than 10000 values.';
    expect(() => parseForm('a=&'.repeat(10_001))).toThrow(refused('CONTENT_TOO_LARGE', message));
    // Before the text is decoded.
    expect(() => parseForm(`%${'&'.repeat(10_001)}`)).toThrow(refused('CONTENT_TOO_LARGE', message));
    expect(parseForm(`a=${','.repeat(20_000)}`)).toEqual({ a: ','.repeat(20_000) });
  });
});

test('values other than texts are in the tree as they are', () => {
  const file = { size: 1 };
  expect(
    buildFormTree<unknown>([
      ['a[file]', file],
      ['a[text]', encodeFormText('x, y')],
      ['files[]', file],
    ]),
  ).toEqual({ a: { file, text: 'x%2C%20y' }, files: [file] });
});

describe('what a middleware has parsed', () => {
  test.each<[object, unknown]>([
    [
      { a: '1', b: ['x', 'y,z'] },
      { a: '1', b: ['x', 'y%2Cz'] },
    ],
    [{ user: { email: 'a b', tags: ['x'] } }, { user: { email: 'a%20b', tags: ['x'] } }],
    [{ a: ['1', { b: '2' }] }, { a: ['1', { b: '2' }] }],
    [{ 'user[email]': 'a&b=c' }, { user: { email: 'a%26b%3Dc' } }],
    [
      { a: null, b: undefined, c: 1 },
      { a: '', b: '', c: '1' },
    ],
    [{}, {}],
    [['x'], { 0: 'x' }],
  ])('%j is written and read again', (form, tree) => {
    expect(parseForm(writeForm(form))).toEqual(tree);
  });
  test('has bounds', () => {
    let deep: object = {};
    for (let level = 0; level < 50_000; level++) deep = { a: deep };
    expect(() => parseForm(writeForm(deep))).toThrow('levels deep');
  });
});
