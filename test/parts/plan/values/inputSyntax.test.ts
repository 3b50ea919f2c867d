import type { FileHandle } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { UploadedFile } from '../../../../src/gateway/http/UploadedFile.ts';
import { parseForm } from '../../../../src/gateway/plan/values/formTree.ts';
import { contextOf, field, parameter } from '../../handle/read/support/coercion.ts';
import { readVariables } from '../../handle/read/support/readRequest.ts';

const JSON_VALUE = { type: 'any' } as const;
const context = contextOf({
  enums: { Genre: { FACT: 'fact' } },
  inputs: { Item: { fields: [field('sku', 'String!'), field('size', 'Int')] } },
  conventions: { scalars: { Json: JSON_VALUE, JsonText: { ...JSON_VALUE, upstream: 'json' } } },
});

/** What a body sets as the only variable, or its problems. */
const read = (type: string, value: unknown, constraints = {}) =>
  readVariables(
    { parameters: [parameter('a', type, { source: 'body', constraints })] },
    { body: typeof value === 'string' ? parseForm(value) : value, syntax: 'form' },
    context,
  );

describe('a form', () => {
  test.each<[string, string, unknown]>([
    ['String', 'a=x%2Cy', 'x,y'],
    ['String', 'a=', null],
    ['String!', 'a=', ''],
    ['Int!', 'a=7', 7],
    ['Float', 'a=-1.5e3', -1500],
    ['Boolean', 'a=false', false],
    ['Genre', 'a=fact', 'FACT'],
    ['ID', 'a=7', '7'],
    ['[String]', 'a[]=&a[]=x', [null, 'x']],
    ['[String!]', 'a[]=&a[]=x', ['x']],
    ['[String!]!', 'a=', []],
    ['[[Int!]!]', 'a=1,2', [[1, 2]]],
    ['[Item!]', 'a[0][sku]=x,y&a[1][sku]=z&a[1][size]=', [{ sku: 'x,y' }, { sku: 'z', size: null }]],
    ['Json', 'a=1', '1'],
    ['Json', 'a[b][]=x%20y&a[b][]=&a[c][__proto__]=1', JSON.parse('{"b":["x y",null],"c":{"__proto__":"1"}}')],
    ['JsonText', 'a={"b":[1]}', '{"b":[1]}'],
    ['JsonText', 'a[b]=1', '{"b":"1"}'],
  ])('sets %s by %s', (type, form, value) => {
    expect(read(type, form)).toEqual({ a: value });
  });

  test.each<[string, string, string]>([
    ['Int', 'a=1&a=2', 'a must be given only once'],
    ['Int', 'a[]=1', 'a must be an integer between -2147483648 and 2147483647'],
    ['Int!', 'a=', 'a must be an integer between -2147483648 and 2147483647'],
    ['Boolean', 'a=on', 'a must be true or false'],
    ['Genre', 'a=FACT', 'a must be one of "fact"'],
    ['Item!', 'a=', 'a must be an object, with names in brackets'],
    ['[Int!]', 'a[1]=1', 'a must be an array, whose items are numbered 0, 1, 2 and so on'],
    ['[Int!]', 'a[b]=1', 'a must be an array, whose items are numbered 0, 1, 2 and so on'],
    ['[Int!]', 'a=1,x', 'a.1 must be an integer between -2147483648 and 2147483647'],
    ['JsonText', 'a={', 'a must be JSON'],
  ])('has a problem with %s by %s', (type, form, problem) => {
    expect(read(type, form)).toEqual([problem]);
  });

  test('has values and bounds as a query', () => {
    const values = [
      { text: 'new', value: { size: 1 } },
      { text: '-new', value: { size: 2 } },
    ];
    expect(read('[Item!]', 'a=new,-new', { values })).toEqual({ a: [{ size: 1 }, { size: 2 }] });
    expect(read('[Int!]', 'a=1,2,3', { maxItems: 2 })).toEqual(['a must have at most 2 items']);
    expect(read('Int', 'a=5', { max: 4 })).toEqual(['a must be an integer between -2147483648 and 4']);
  });

  const file = new UploadedFile({ filename: 'a', mimetype: 'b/c', encoding: '7bit' }, 1, {} as FileHandle);

  test.each<[string, unknown, string]>([
    ['String', file, 'a must be a text, not a file'],
    ['[Int!]', [file], 'a.0 must be a text, not a file'],
    ['Genre', [file, file], 'a must be given only once'],
    ['Item', file, 'a must be an object, with names in brackets'],
    ['Upload', [file, file], 'a must be one file'],
    ['Upload', [file, 'x'], 'a must be one file'],
    ['Upload', 'x', 'a must be a file'],
  ])('of %s with the files %j has a problem', (type, value, problem) => {
    expect(read(type, { a: value })).toEqual([problem]);
  });

  test('has at most 10,000 items in a list', () => {
    expect(read('[String!]', `a=${'x,'.repeat(9999)}x`)).toEqual({ a: Array(10_000).fill('x') });
    const message = 'The form must not have more than 10000 values.';
    const refused = expect.objectContaining({ code: 'CONTENT_TOO_LARGE', message }) as Error;
    for (const form of [`a=${'x,'.repeat(10_000)}x`, `a=x,x&a=${'x,'.repeat(9999)}`])
      expect(() => read('[String!]', form)).toThrow(refused);
    expect(read('String', `a=${','.repeat(20_000)}`)).toEqual({ a: ','.repeat(20_000) });
  });

  test('has no files in any JSON', () => {
    expect(read('Json', { a: { b: [file] } })).toEqual(['a must not have files']);
    expect(read('Json', { a: file })).toEqual(['a must not have files']);
  });
});

test.each<[string, string, unknown]>([
  ['String', ' a,b', { a: ' a,b' }],
  ['Int', '7', { a: 7 }],
  ['Boolean', 'x', ['body must be true or false']],
])('one text sets %s by %j', (type, value, expected) => {
  const parameters = [parameter('a', type, { source: 'whole' })];
  expect(readVariables({ parameters }, { body: value, syntax: 'text' }, context)).toEqual(expected);
});
