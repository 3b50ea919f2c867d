import { buildClientSchema, buildSchema, parse, print, type IntrospectionQuery } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../../src/service/cli/schema.ts';
import { composeService } from '../../../../src/service/composeService.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const service = composeService(readSettings({}));
const NAMES = ['users', 'orders', 'products', 'forecast'];

it('prints the merged schema, with descriptions and with who may see what', () => {
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

it('refuses a subgraph that there is not, and names those that there are', () => {
  expect(() => schema(service, { subgraph: 'payments', format: 'sdl' })).toThrow(
    'There is no subgraph "payments". There are: users, orders, products, forecast.',
  );
});
