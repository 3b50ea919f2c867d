import { describe, expect, test } from 'vitest';
import { prepareReader } from '../../../../src/gateway/handle/read/prepareReader.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import { contextOf } from './support/coercion.ts';
import { readVariables } from './support/readRequest.ts';

const properties = ['id', 'name', 'team'].map((name) => ({ name, path: [name], wire: [name] }));
const fields = [
  { name: 'fields[user]', path: ['user'], properties },
  { name: 'fields[boss]', path: ['user', 'boss'], properties: properties.slice(0, 2) },
];
const plan = { fields, method: 'GET', path: '/', segments: [], parameters: [], expands: [] };

/** What is left out and sent, by the query of a request. */
function select(query: string) {
  const { selection } = prepareReader(plan as never, contextOf()).readScopeInputs(parseQuery(query));
  if (!selection) return undefined;
  const sent = Object.fromEntries([...selection.sent].map(([name, of]) => [name, [...of.keys()]]));
  return [Object.keys(selection.leftOut), sent];
}

describe('the parameters of @fields', () => {
  test.each<[string, ReturnType<typeof select>]>([
    ['', undefined],
    ['expand=', undefined],
    ['fields[user]=id,name', [['/user/team'], { 'fields[user]': ['id', 'name'] }]],
    ['fields[user]=id&fields[user]=name', [['/user/team'], { 'fields[user]': ['id', 'name'] }]],
    ['fields[user]=n%61me', [['/user/id', '/user/team'], { 'fields[user]': ['name'] }]],
    ['fields[user]=name,name', [['/user/id', '/user/team'], { 'fields[user]': ['name'] }]],
    ['fields[user]=', [['/user/id', '/user/name', '/user/team'], { 'fields[user]': [] }]],
    ['fields[user]=x,name', [['/user/id', '/user/team'], { 'fields[user]': ['name'] }]],
    [
      'fields[user]=name&fields[boss]=id',
      [['/user/id', '/user/team', '/user/boss/name'], { 'fields[user]': ['name'], 'fields[boss]': ['id'] }],
    ],
  ])('?%s selects %j', (query, expected) => expect(select(query)).toEqual(expected));

  test('have a problem for each unknown name', () => {
    const message = (name: string) => `does not support "${name}"; known values are "id", "name"`;
    expect(readVariables({ fields } as never, { query: 'fields[user]=id,x&fields[boss]=y,team' })).toEqual([
      'fields[user] does not support "x"; known values are "id", "name", "team"',
      `fields[boss] ${message('y')}`,
      `fields[boss] ${message('team')}`,
    ]);
  });

  test('have an equal key where they leave out the same', () => {
    const keyOf = (query: string) =>
      prepareReader(plan as never, contextOf()).readScopeInputs(parseQuery(query)).selection?.key;
    expect(keyOf('fields[user]=id,name')).toBe(keyOf('fields[user]=name&fields[user]=id'));
    expect(keyOf('fields[user]=id')).not.toBe(keyOf('fields[user]=name'));
  });
});
