import { graphql } from 'graphql';
import { expect, test } from 'vitest';
import { composeSchema } from '../../../src/service/composeSchema.ts';

test('merges every subgraph', () => {
  const { subgraphs, schema } = composeSchema();
  expect(subgraphs.map(({ name }) => name)).toEqual(['users', 'orders', 'products', 'forecast']);
  expect(Object.keys(schema.getQueryType()!.getFields())).toEqual(
    expect.arrayContaining(['user', 'orders', 'products']),
  );
});

test('executes nothing without a database', async () => {
  const { errors } = await graphql({
    schema: composeSchema().schema,
    source: '{ product(id: 1) { id } }',
    contextValue: {},
  });
  expect(errors).toEqual([expect.objectContaining({ message: 'This schema has no database.' })]);
});
