// A selection reads only the columns of its fields: each field has the value that it has among all others, wherever it is selected.
import { type GraphQLObjectType, getNamedType, graphql, isLeafType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSubgraph } from '../../../src/service/federation/buildSubgraph.ts';
import { mergedSchema, subgraphs } from '../federation/support/mergedSchema.ts';
import { type Graph, context, openGraph } from './support/openGraph.ts';

let graph: Graph;
beforeAll(async () => void (graph = await openGraph()));
afterAll(() => graph.close());

type Value = Record<string, unknown>;

/** A place where objects of a type are selected. */
interface Place {
  title: string;
  /** The operation that selects fields there. */
  query: (fields: string) => string;
  /** The fields that lead to the objects. */
  path: readonly string[];
}

/** What is selected of the fields that are objects. */
const OF_OBJECTS: Readonly<Record<string, string>> = {
  user: 'user { id name }',
  items: 'items { quantity unitPrice product { id name } }',
  orders: 'orders { totalCount nodes { id status } }',
};

const TYPES = {
  User: { one: 'user', list: 'users', reference: ['orders', 'nodes', 'user'] },
  Order: { one: 'order', list: 'orders', reference: ['users', 'nodes', 'orders', 'nodes'] },
  Product: { one: 'product', list: 'products', reference: ['orders', 'nodes', 'items', 'product'] },
} as const;

const schema = mergedSchema();

function fieldsOf(type: string): string[] {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
  return fields.map((field) => {
    const selection = isLeafType(getNamedType(field.type)) ? field.name : OF_OBJECTS[field.name];
    if (selection === undefined) throw new Error(`${type}.${field.name} needs a selection in this test.`);
    return selection;
  });
}

/** Nests fields in the fields of a path. */
const nest = (path: readonly string[], fields: string) =>
  path.reduceRight((inner, field) => `{ ${field} ${inner} }`, `{ ${fields} }`);

function placesOf({ one, list, reference }: (typeof TYPES)[keyof typeof TYPES]): Place[] {
  return [
    { title: 'as an object', query: (fields) => nest([`${one}(id: 3)`], fields), path: [one] },
    { title: 'in a list', query: (fields) => nest([list, 'nodes'], fields), path: [list, 'nodes'] },
    {
      title: 'in the edges of a list by creation time',
      query: (fields) => `{ ${list}(orderBy: CREATED_AT_DESC) { edges { cursor node { ${fields} } } } }`,
      path: [list, 'edges', 'node'],
    },
    { title: 'by reference', query: (fields) => nest(reference, fields), path: reference },
  ];
}

function objectsAt(data: unknown, path: readonly string[]): Value[] {
  const step = (values: unknown[], field: string) => values.flatMap((value) => (value as Value | null)?.[field] ?? []);
  return path.reduce(step, [data]) as Value[];
}

/** The name of a field that is selected like this. */
const nameOf = (field: string) => field.replace(/ .*/, '');

/** The value of a field in each object. */
function valuesOf(objects: readonly Value[], field: string): unknown[] {
  return objects.map((object) => object[nameOf(field)]);
}

describe.each(Object.entries(TYPES))('each field of %s alone is as among all', (type, names) => {
  test.each(placesOf(names))('$title', async ({ query, path }) => {
    const fields = fieldsOf(type);
    const all = objectsAt(await graph.read(query(fields.join(' '))), path);
    expect(all.length).toBeGreaterThan(0);
    for (const field of fields) {
      const alone = objectsAt(await graph.read(query(field)), path);
      expect([field, valuesOf(alone, field)]).toEqual([field, valuesOf(all, field)]);
    }
  });

  test('as an entity for a router', async () => {
    const own = subgraphs(graph.database).find(({ name }) => name === names.list)!;
    const subgraphSchema = buildSubgraph(own);
    const read = async (fields: string) => {
      const { data, errors } = await graphql({
        schema: subgraphSchema,
        source: `query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on ${type} { ${fields} } } }`,
        variableValues: { of: [3, 1, 2].map((id) => ({ __typename: type, id })) },
        contextValue: { ...context, caller: { ...context.caller, scopes: new Set([`${names.list}:read`]) } },
      });
      expect(errors).toBeUndefined();
      return objectsAt(JSON.parse(JSON.stringify(data)), ['_entities']);
    };
    // Fields of other subgraphs, and those that lead to them, are tested above.
    const fields = fieldsOf(type).filter((field) => !(nameOf(field) in OF_OBJECTS));
    const all = await read(fields.join(' '));
    expect(all.map(({ id }) => id)).toEqual([3, 1, 2]);
    for (const field of fields) {
      expect([field, valuesOf(await read(field), field)]).toEqual([field, valuesOf(all, field)]);
    }
    expect(await read('__typename')).toEqual([1, 2, 3].map(() => ({ __typename: type })));
  });
});
