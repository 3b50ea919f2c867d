import { type DocumentNode, GraphQLScalarType, buildSchema, print } from 'graphql';
import { expect, test } from 'vitest';
import type { Prepare } from '../../../src/gateway/execute/Execute.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import { parseQuery } from '../../../src/gateway/http/urls.ts';
import { loadEndpoints } from '../../../src/gateway/handle/Endpoint.ts';
import { parameter } from './read/support/coercion.ts';
import { endpointOf, versionOf } from './support/plans.ts';

const schema = buildSchema('scalar Isbn type Query { hello: String } type Book { id: ID }');
(schema.getType('Isbn') as GraphQLScalarType).parseValue = () => {
  throw new Error('Isbn must have ten digits.');
};

/** What was prepared, as text in one line. */
function load() {
  const prepared: string[] = [];
  const prepare = (document: DocumentNode) => {
    prepared.push(print(document).replaceAll(/\s+/g, ' '));
    return async () => ({ data: {} });
  };
  return { prepared, endpointFor: loadEndpoints(versionOf(), { schema, prepare }) };
}

test('an operation is prepared at its first use, and once', () => {
  const { prepared, endpointFor } = load();
  const endpoint = endpointFor(
    endpointOf({
      operations: { DEFAULT: 'query a { hello }', OFFSET: 'query b { hello }', PAGE: 'query b { hello }' },
    }),
  );
  expect(prepared).toEqual([]);
  const first = endpoint.operation('OFFSET');
  expect(prepared).toEqual(['query b { hello }']);
  expect(endpoint.operation('OFFSET')).toBe(first);
  expect(endpoint.operation('PAGE')).toBe(first);
  expect(endpoint.operation('DEFAULT')).not.toBe(first);
  expect(prepared).toEqual(['query b { hello }', 'query a { hello }']);
});

test('an executor may return text where the value is sent as it is, and nothing else of the data is read', () => {
  const pathOf = (plan: Partial<EndpointPlan>, version = versionOf()) => {
    const paths: unknown[] = [];
    const prepare: Prepare = (_, verbatim) => (paths.push(verbatim?.path), async () => ({ data: {} }));
    loadEndpoints(version, { schema, prepare })(endpointOf(plan)).operation('UNPAGED');
    return paths[0];
  };
  const { result } = endpointOf();
  expect(result.dataPath.length).toBeGreaterThan(0);
  expect(pathOf({})).toEqual(result.dataPath);
  expect(pathOf({ status: 204 })).toBeUndefined();
  expect(pathOf({ headers: [{ name: 'X-A', path: ['a'], type: 'String', required: false }] })).toBeUndefined();
  expect(pathOf({ result: { ...result, catches: [] } })).toBeUndefined();
  expect(pathOf({ location: [{ property: ['id'] }] })).toBeUndefined();
  expect(pathOf({}, versionOf({ conventions: { body: { data: '{body}' } } }))).toBeUndefined();
});

test('what is prepared does not keep the text that it was parsed from', () => {
  const documents: DocumentNode[] = [];
  const prepare = (document: DocumentNode) => (documents.push(document), async () => ({ data: {} }));
  loadEndpoints(versionOf(), { schema, prepare })(endpointOf()).operation('UNPAGED');
  expect(documents.map(({ loc, definitions: [first] }) => [loc, first!.loc])).toEqual([[undefined, undefined]]);
});

test('so is a lookup', () => {
  const { prepared, endpointFor } = load();
  const lookup = { operation: 'query find { hello }', exports: [], variables: [], ownVariables: [] };
  const endpoint = endpointFor(endpointOf({ lookup }));
  expect(prepared).toEqual([]);
  expect(endpoint.lookup!()).toBe(endpoint.lookup!());
  expect(prepared).toEqual(['query find { hello }']);
  expect(endpointFor(endpointOf()).lookup).toBeUndefined();
});

test('an endpoint is loaded once, and apart from others', () => {
  const { endpointFor } = load();
  const [plan, other] = [endpointOf(), endpointOf({ status: 201, location: ['/a'] })];
  expect(endpointFor(plan)).toBe(endpointFor(plan));
  expect(endpointFor(other)).not.toBe(endpointFor(plan));
  const context = { route: { values: [] }, query: parseQuery(''), base: '', mediaType: 'application/json' };
  const headersOf = (found: EndpointPlan) => {
    const inputs = { variables: {}, page: undefined };
    return endpointFor(found).renderSuccess({ data: {}, value: null }, { ...context, inputs }).headers;
  };
  expect(headersOf(plan)).not.toHaveProperty('location');
  expect(headersOf(other)['location']).toBe('/a');
});

test('inputs are read with the scalars of the schema, and nothing else that has their name', () => {
  const { reader } = load().endpointFor(
    endpointOf({ parameters: [parameter('isbn', 'Isbn'), parameter('book', 'Book'), parameter('none', 'None')] }),
  );
  const query = parseQuery('isbn=1&book=2&none=3');
  const { variables, problems } = reader.readInputs(
    { pathValues: [], query, headers: {} },
    reader.readScopeInputs(query),
  );
  expect(variables).toMatchObject({ book: '2', none: '3' });
  expect(problems.problems).toMatchObject([{ field: 'isbn', message: 'must have ten digits' }]);
});

test('an operation of any size has a cost', () => {
  const { endpointFor } = load();
  const fields = Array.from({ length: 10_001 }, (_, n) => `field${n}: hello`);
  const endpoint = endpointFor(endpointOf({ operations: { UNPAGED: `query a { ${fields.join(' ')} }` } }));
  expect(endpoint.operation('UNPAGED').costOf({})).toBe(10_001);
});
