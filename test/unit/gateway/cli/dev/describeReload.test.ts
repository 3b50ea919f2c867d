import { expect, test } from 'vitest';
import { describeReload } from '../../../../../src/gateway/cli/dev/describeReload.ts';
import { DOCUMENTS, compileDocuments } from '../support/compileDocuments.ts';

const style = (_: unknown, text: string) => text;
const before = compileDocuments(DOCUMENTS).plan;
const describeWith = (changed: Readonly<Record<string, string>>) => {
  const documents = Object.entries({ ...DOCUMENTS, ...changed }).filter(([, text]) => text !== '');
  return describeReload(before, compileDocuments(Object.fromEntries(documents)).plan, style);
};

test.each([
  ['nothing', {}, 'no change of the API'],
  ['a comment', { 'v1/getUser.graphql': `# Hello\n\n${DOCUMENTS['v1/getUser.graphql']}` }, 'no change of the API'],
  [
    'a removed endpoint',
    {
      'v1/getUser.graphql': '',
      'v1/createUser.graphql': DOCUMENTS['v1/createUser.graphql']!.replace(', location: "/users/{id}"', ''),
      'v2/createUser.graphql': DOCUMENTS['v2/createUser.graphql']!.replace(', location: "/users/{id}"', ''),
    },
    '~ POST /v1/users, ~ POST /v2/users, - GET /v1/users/{id}, - GET /v2/users/{id}',
  ],
  [
    'a shape of one version',
    { 'v2/shapes/User.graphql': 'fragment User on User { id }' },
    '~ POST /v2/users, ~ GET /v2/users/{id}',
  ],
  [
    'a route',
    { 'v1/listOrders.graphql': DOCUMENTS['v1/listOrders.graphql']!.replace('/orders', '/purchases') },
    '+ GET /v1/purchases, + GET /v2/purchases, - GET /v1/orders, - GET /v2/orders',
  ],
])('describes %s', (_, changed, expected) => {
  expect(describeWith(changed)).toBe(expected);
});

test('counts what it does not name', () => {
  const added = Array.from({ length: 4 }, (_, number) => [
    `v1/get${number}.graphql`,
    `query get${number} @endpoint(method: GET, path: "/${number}") { users { nodes { id } } }`,
  ]);
  expect(describeWith(Object.fromEntries(added))).toMatch(/^(?:\+ GET \/v\d\/\d, ){6}and 2 more$/);
});

test('describes types that no endpoint is compiled from', () => {
  const [first, ...rest] = before.versions;
  const after = { ...before, versions: [{ ...first!, types: { ...first!.types, Other: {} } as never }, ...rest] };
  expect(describeReload(before, after, style)).toBe('~ types or conventions of v1');
});
