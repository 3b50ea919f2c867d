import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import { handleRequest } from '../../../src/gateway/handle/handleRequest.ts';
import { endpointOf, leaf, object, resultOf } from './support/plans.ts';
import { requestOf, runtimeOf } from './support/runtimeOf.ts';

const schema = buildSchema(`
  input Filter { title: String shelf: String }
  type Query { book(filter: Filter): Book }
  type Book { id: ID title: String }
`);
const query = { source: 'query', type: 'String', required: false, constraints: {} } as const;
const names = ['id', 'title'];
const plan: Partial<EndpointPlan> = {
  operations: {
    UNPAGED: 'query q($title: String, $shelf: String) { book(filter: { title: $title, shelf: $shelf }) { id title } }',
  },
  parameters: [
    { ...query, name: 'title', variable: 'title' },
    { ...query, name: 'shelf', variable: 'shelf', nullAs: 'none' },
  ],
  prunable: ['title', 'shelf'],
  fields: [{ name: 'fields', path: ['book'], properties: names.map((name) => ({ name, path: [name], wire: [name] })) }],
  result: resultOf({ dataPath: ['book'], body: { ...object({ id: leaf(), title: leaf() }), fields: 'fields' } }),
};

/** The documents that requests execute, without line breaks, and their keys; undefined for the whole document. */
async function execute(targets: string[], rest: Partial<EndpointPlan> = {}) {
  const executed: [string | undefined, string][] = [];
  const runtime = runtimeOf(
    [endpointOf({ ...plan, ...rest })],
    (operation, { document }) => {
      executed.push([document?.key, operation.replaceAll(/\s+/g, ' ')]);
      return { data: { book: { id: 1, title: 'a' } } };
    },
    { schema },
  );
  for (const target of targets) {
    expect((await handleRequest(runtime, requestOf(`GET /v1/books${target}`))).status).toBe(200);
  }
  return executed;
}
const documentOf = async (target: string) => (await execute([target]))[0]![1];

test.each([
  [
    '?title=a&shelf=b',
    'query q($title: String, $shelf: String) { book(filter: {title: $title, shelf: $shelf}) { id title } }',
  ],
  [
    '?title=a&shelf=none',
    'query q($title: String, $shelf: String) { book(filter: {title: $title, shelf: $shelf}) { id title } }',
  ],
  ['?title=a', 'query q($title: String) { book(filter: {title: $title}) { id title } }'],
  ['', 'query q { book { id title } }'],
  [
    '?title=a&shelf=b&fields=id',
    'query q($title: String, $shelf: String) { book(filter: {title: $title, shelf: $shelf}) { id } }',
  ],
  ['?fields=title', 'query q { book { title } }'],
])('a request %j executes the part of the document that it needs', async (target, document) => {
  expect(await documentOf(target)).toBe(document);
});

test('a request that needs the whole document executes it as it is', async () => {
  expect(await execute(['?title=a&shelf=b&fields=id,title'])).toMatchObject([[undefined, expect.any(String)]]);
});

test('requests of the same part share its key', async () => {
  const keys = (await execute(['?title=a', '?title=b', '?shelf=b', '?title=a&fields=id', '?fields=id'])).map(
    ([key]) => key,
  );
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
});

test('fragments stay what they are, unless a field in them is left out', async () => {
  const UNPAGED =
    'query q($title: String) { book(filter: { title: $title }) { ...Book } } fragment Book on Book { id title }';
  const parts = { operations: { UNPAGED }, parameters: plan.parameters!.slice(0, 1), prunable: ['title'] };
  const documents = await execute(['', '?fields=id'], parts);
  expect(documents.map(([, text]) => text)).toEqual([
    'query q { book { ...Book } } fragment Book on Book { id title }',
    'query q { book { ... on Book { id } } }',
  ]);
});
