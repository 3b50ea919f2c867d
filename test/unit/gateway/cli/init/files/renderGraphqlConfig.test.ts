import { expect, test } from 'vitest';
import { renderGraphqlConfig } from '../../../../../../src/gateway/cli/init/files/renderGraphqlConfig.ts';

test('lists the type definitions, and the documents of all versions', () => {
  expect(renderGraphqlConfig({ schemas: ['schema.graphql', '../a/b.graphql'], endpoints: 'rest' })).toBe(`schema:
  - schema.graphql
  - ../a/b.graphql
documents: rest/v*/**/*.graphql
`);
});

test('puts names into quotation marks that mean something in YAML', () => {
  const text = renderGraphqlConfig({ schemas: ['my schema: a.graphql', '@a.graphql'], endpoints: 'a#b' });
  expect(text).toBe(`schema:
  - "my schema: a.graphql"
  - "@a.graphql"
documents: "a#b/v*/**/*.graphql"
`);
});
