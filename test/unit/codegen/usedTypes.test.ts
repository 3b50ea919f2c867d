import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { plugin } from '../../../codegen/usedTypes.mjs';

const schema = buildSchema(`
  type Query { "All pets." pets(kind: Kind): [Pet!]! owner: Owner }
  type Pet { name: String! kind: Kind! owner: Owner }
  type Owner { age: Int! }
  enum Kind { CAT DOG }
  scalar Date
`);
const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  mappers: { Pet: './pets.ts#PetRow', Owner: './pets.ts#OwnerRow' },
};
const text = await plugin(schema, [], config);
const declared = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name]) => name);

test('keeps Resolvers and the types that it refers to', () => {
  expect(declared).toEqual(
    expect.arrayContaining([
      'Resolvers',
      'QueryResolvers',
      'PetResolvers',
      'QueryPetsArgs',
      'Kind',
      'Resolver',
      'ResolverFn',
    ]),
  );
  expect(new Set(declared).size).toBe(declared.length);
});

test('has only the scalars of the schema', () => {
  const scalars = /^export type Scalars = \{(.*?)^\};/ms.exec(text)![1]!;
  expect([...scalars.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)).toEqual(['String', 'Int', 'Date']);
});

test('has neither objects that mappers replace, nor subscriptions, directives and descriptions', () => {
  for (const name of ['Pet', 'Owner', 'Query']) expect(declared).not.toContain(name);
  expect(text).not.toMatch(/Subscription|Directive|ScalarConfig|\/\*\*/);
});

test('imports what it refers to', () => {
  expect(text.split('\n').filter((line) => line.startsWith('import'))).toEqual([
    "import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';",
    "import type { PetRow, OwnerRow } from './pets.ts';",
  ]);
});
