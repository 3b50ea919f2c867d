import { expect, test } from 'vitest';
import { describeExample } from '../../../../../src/gateway/cli/dev/describeExample.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

const options = { url: 'http://127.0.0.1:4000', settings: { versioning: 'both' as const }, needsToken: false };
const CONVENTIONS = JSON.stringify({ enums: { '*': 'lowercase' }, scalars: { PersonName: { type: 'string' } } });
const exampleOf = (documents: Readonly<Record<string, string>>, changed: Partial<typeof options> = {}) =>
  describeExample(compileDocuments({ 'conventions.json': CONVENTIONS, ...documents }).plan, { ...options, ...changed });

const GET_USER = 'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id } }';
const LIST = 'query listUsers @endpoint(method: GET, path: "/users") { users { nodes { id } } }';

test('takes the endpoint with the fewest inputs', () => {
  expect(exampleOf({ 'v1/a.graphql': GET_USER, 'v1/b.graphql': LIST })).toBe('curl http://127.0.0.1:4000/v1/users');
});

test('prefers a list, then a short path', () => {
  const shape = (name: string, path: string) =>
    `query ${name} @endpoint(method: GET, path: "${path}") { users @paginate { nodes { id } } }`;
  const documents = {
    'v1/b.graphql': LIST,
    'v1/c.graphql': shape('c', '/all/users'),
    'v1/d.graphql': shape('d', '/people'),
  };
  expect(exampleOf(documents)).toBe('curl http://127.0.0.1:4000/v1/people');
});

test('fills required inputs', () => {
  expect(exampleOf({ 'v1/a.graphql': GET_USER })).toBe('curl http://127.0.0.1:4000/v1/users/1');
  const forecast = `query getForecast($city: String! @param(example: "New York")) @endpoint(method: GET, path: "/forecast") {
    forecast(city: $city) { city }
  }`;
  expect(exampleOf({ 'v1/a.graphql': forecast })).toBe("curl 'http://127.0.0.1:4000/v1/forecast?city=New%20York'");
});

test('quotes examples for the shell', () => {
  const forecast = (param: string) => `query getForecast($city: String! @param(${param} example: "L'Aquila"))
    @endpoint(method: GET, path: "/forecast") { forecast(city: $city) { city } }`;
  expect(exampleOf({ 'v1/a.graphql': forecast('') })).toBe(
    "curl 'http://127.0.0.1:4000/v1/forecast?city=L'\\''Aquila'",
  );
  expect(exampleOf({ 'v1/a.graphql': forecast('in: HEADER, name: "X-City",') })).toBe(
    "curl -H 'X-City: L'\\''Aquila' http://127.0.0.1:4000/v1/forecast",
  );
});

test('has a token where one is needed, and no version in the path where headers select it', () => {
  expect(exampleOf({ 'v1/b.graphql': LIST }, { needsToken: true, settings: { versioning: 'header' as never } })).toBe(
    'curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4000/users',
  );
});

test('has no token where the endpoint takes none', () => {
  const { plan } = compileDocuments({ 'conventions.json': CONVENTIONS, 'v1/b.graphql': LIST });
  const versions = plan.versions.map((version) => ({
    ...version,
    endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, auth: 'NONE' as const })),
  }));
  expect(describeExample({ ...plan, versions }, { ...options, needsToken: true })).toBe(
    'curl http://127.0.0.1:4000/v1/users',
  );
});

test('is absent without a GET endpoint', () => {
  const remove =
    'mutation deleteUser($id: SafeInt!) @endpoint(method: DELETE, path: "/users/{id}", status: 204) { deleteUser(id: $id) { id } }';
  expect(exampleOf({ 'v1/a.graphql': remove })).toBeUndefined();
});
