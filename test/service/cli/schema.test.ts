import { buildClientSchema, buildSchema, parse, print, type IntrospectionQuery } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/service/cli/schema.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';

const service = composeSchema();
const NAMES = ['users', 'orders', 'products', 'forecast'];

it('prints the merged schema, with descriptions and authorization directives', () => {
  const sdl = schema(service, { format: 'sdl' });
  expect(Object.keys(buildSchema(sdl).getTypeMap()).sort()).toEqual(Object.keys(service.schema.getTypeMap()).sort());
  expect(sdl).toContain('type User @authenticated @requiresScopes(scopes: [["users:read"]]) {');
  expect(sdl).toContain('"A person who can place orders."');
});

it.each(NAMES)('prints the SDL of %s as a router composes it', (subgraph) => {
  const sdl = schema(service, { subgraph, format: 'sdl' });
  expect(sdl).toContain('@link(url: "https://specs.apollo.dev/federation/');
  expect(print(parse(sdl))).toBe(sdl);
});

it.each([undefined, ...NAMES])('prints the introspection of %s', (subgraph) => {
  const text = schema(service, { format: 'introspection', ...(subgraph !== undefined && { subgraph }) });
  const { data } = JSON.parse(text) as { data: IntrospectionQuery };
  const fields = Object.keys(buildClientSchema(data).getQueryType()!.getFields());
  expect(fields.includes('_service')).toBe(subgraph !== undefined);
});

it('refuses an unknown subgraph, and lists the known ones', () => {
  expect(() => schema(service, { subgraph: 'payments', format: 'sdl' })).toThrow(
    'The subgraph "payments" does not exist; it must be one of users, orders, products, forecast.',
  );
});
