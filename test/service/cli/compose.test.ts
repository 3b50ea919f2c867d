import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compose } from '../../../src/service/cli/compose.ts';
import { subgraphs } from '../federation/support/mergedSchema.ts';

const service = { subgraphs: subgraphs() };

test('schema/supergraph.graphql is what "npm run compose" writes', () => {
  const committed = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8');
  expect(committed).toBe(`${compose(service)}\n`);
});

describe('the supergraph', () => {
  test('has the routing URL of each subgraph', () => {
    const sdl = compose(service, ['orders=https://orders.internal/graphql']);
    expect(sdl).toContain('ORDERS @join__graph(name: "orders", url: "https://orders.internal/graphql")');
    expect(sdl).toContain('USERS @join__graph(name: "users", url: "http://localhost:4001/graphql")');
  });

  test.each([
    ['an unknown subgraph', ['people=http://x/graphql'], 'The subgraph "people" does not exist'],
    ['a URL without a name', ['http://x/graphql'], '--url must have the form name=url'],
    ['a name without a URL', ['users='], '--url must have the form name=url'],
    ['an invalid URL', ['users=nowhere'], '--url must have the form name=url'],
  ])('is refused for %s', (_, urls, message) => {
    expect(() => compose(service, urls)).toThrow(message);
  });

  test('is refused for subgraphs that do not compose', () => {
    const other = {
      name: 'other',
      resolvers: {},
      typeDefs: parse('type Query { user(id: SafeInt!): String } scalar SafeInt'),
    };
    expect(() => compose({ subgraphs: [...service.subgraphs, other] })).toThrow(/Query\.user/);
  });
});
