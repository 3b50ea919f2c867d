import { buildSchema, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { mockSchema } from '../../../src/authoring/mock/mockSchema.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { SCHEMAS, sdlOf } from '../../commands/cli/support/recursiveSdl.ts';

test.each(Object.entries(SCHEMAS))('types that refer to each other have mock data, %s', async (_, [count, width]) => {
  const schema = mockSchema(buildSchema(sdlOf(count, width)), DEFAULT_CONVENTIONS);
  const source = '{ thing(where: { f1: { _and: [{ f2: { eq: "a" } }] } }) { id o1 { id } } }';
  const { data, errors } = await graphql({ schema, source });
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ thing: { id: '1', o1: { id: expect.any(String) as string } } });
});
