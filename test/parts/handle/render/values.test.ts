import { describe, expect, test } from 'vitest';
import { prepareTemplateValue, valueAt, wireText } from '../../../../src/gateway/handle/render/values.ts';
import { parameter } from '../read/support/coercion.ts';
import { leaf, versionOf } from '../support/plans.ts';

const version = versionOf({
  enums: { Genre: { FACT: 'fact' } },
  conventions: { scalars: { Id: { type: 'integer' }, Json: { type: 'any' } } },
});

describe('wireText', () => {
  test.each<[string, unknown, string]>([
    ['Genre!', 'FACT', 'fact'],
    ['Genre', 'NEW', 'NEW'],
    ['Int!', 7, '7'],
    ['String!', 'a b', 'a b'],
    ['Boolean', true, 'true'],
  ])('of the type %s, %j is written %s', (type, value, text) => {
    expect(wireText(parameter('x', type), value, version)).toBe(text);
  });
});

describe('valueAt', () => {
  test.each([
    [{ a: { b: 1 } }, ['a', 'b'], 1],
    [{ a: { b: 1 } }, [], { a: { b: 1 } }],
    [{ a: null }, ['a', 'b'], null],
    [{}, ['a', 'b'], undefined],
    [null, ['a'], null],
  ])('in %j the value at %j is %j', (value, path, found) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});

describe('prepareTemplateValue', () => {
  const genre = parameter('genre', 'Genre!', { source: 'path', variable: 'kind' });
  const parts = [
    { name: 'id', path: ['id'], of: leaf('Id') },
    { name: 'text', path: ['of', 'text'], of: leaf() },
    { name: 'json', path: ['json'], of: leaf('Json') },
    { name: 'genre', parameter: genre },
  ];
  const fill = (value: unknown, around: object, { base = '/v1', kind = 'FACT' as unknown } = {}) => {
    const template = { kind: 'template', value, of: leaf('Genre'), parts, nullable: true } as const;
    const toBody = prepareTemplateValue(template, version);
    return toBody('FACT' as never, { variables: { kind }, base }, around as never);
  };

  test.each<[unknown, object, unknown]>([
    ['{id}', { id: '12' }, 12],
    ['{id} of {}', { id: 12 }, '12 of fact'],
    ['{id}', { id: null }, null],
    ['{id}', {}, undefined],
    ['{id}{text}', { id: null, of: {} }, undefined],
    ['{text}{id}', { id: null, of: {} }, undefined],
    ['{id}{text}', { id: null, of: { text: 'a' } }, null],
    ['{id?}!', { id: null }, '!'],
    ['{id?}!', {}, '!'],
    [{ id: '{id?}', own: '{}' }, {}, { own: 'fact' }],
    ['/a b/{text}', { of: { text: 'c/d e' } }, '/v1/a%20b/c%2Fd%20e'],
    ['/{id?}/{text?}', { id: null }, '/v1//'],
    ['/{json}', { json: { a: 1 } }, null],
    ['/{json}', { json: false }, '/v1/false'],
    ['a/{text}', { of: { text: 'c/d e' } }, 'a/c/d e'],
    ['/{genre}', {}, '/v1/fact'],
  ])('%j beside %j is %j', (value, around, filled) => {
    expect(fill(value, around)).toEqual(filled);
  });

  test('a parameter that is no text is sent as it is', () => {
    expect(fill('{genre}', {}, { kind: 7 })).toBe(7);
  });

  test.each([
    ['/b/{text}', '..', null],
    ['/b/{+text}/c', 'a/../../d', null],
    ['/b/{+text}', '.', null],
    ['/b/{+text}', '.a/b..', '/v1/b/.a/b..'],
    ['/b?text={text}', '..', '/v1/b?text=..'],
  ])('%j with %j is %j: clients resolve dot segments away', (value, text, filled) => {
    expect(fill(value, { of: { text } })).toBe(filled);
  });

  test('an address without a base never begins with two slashes', () => {
    const withText = (value: string, text: string) => fill(value, { of: { text } }, { base: '' });
    expect(withText('/{text}/a', '')).toBe('/.//a');
    expect(withText('/{text}//', 'a')).toBe('/a//');
  });
});
