import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { listRootFields } from '../../../../../src/gateway/cli/add/listRootFields.ts';

test('lists the fields of queries and mutations by coordinate, not those of subscriptions', () => {
  const sdl = 'schema { query: Root subscription: Events } type Root { a: Int b: Int } type Events { c: Int }';
  expect(listRootFields(buildSchema(sdl))).toEqual(['Root.a', 'Root.b']);
  expect(listRootFields(buildSchema('type Query { a: Int } type Mutation { b: Int }'))).toEqual([
    'Query.a',
    'Mutation.b',
  ]);
});
