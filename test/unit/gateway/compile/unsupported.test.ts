import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { DocumentError } from '../../../../src/gateway/errors/Diagnostic.ts';
import { loadPlan } from '../../../../src/gateway/loadPlan.ts';
import { compileThroughJson } from '../engine/support/compileThroughJson.ts';
import { folderOf } from '../engine/support/toy.ts';

const schema = buildSchema('type Query { hello(name: String): String } type Subscription { hello: String }');
const folder = folderOf({
  'v1/ask.graphql': 'query ask($name: String) @endpoint(method: QUERY, path: "/hello") { hello(name: $name) }',
  'v1/listen.graphql': 'subscription listen @endpoint(method: GET, path: "/hellos") { hello }',
  'v1/say.graphql': 'query say @endpoint(method: GET, path: "/say") { hello }',
});

test('words that are not executed yet are valid, and are listed by name and position', () => {
  const { unsupported, versions } = compileThroughJson(folder, schema);
  expect(unsupported.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    '1:44 The method QUERY is not executed yet.',
    '1:1 A subscription is not executed yet.',
  ]);
  expect(versions[0]!.endpoints.map(({ name }) => name)).toEqual(['say']);
});

test('documents with such words are not served', () => {
  expect(() => loadPlan({ endpoints: folder }, schema)).toThrow(DocumentError);
  expect(() => loadPlan({ endpoints: folder }, schema)).toThrow('A subscription is not executed yet.');
});
