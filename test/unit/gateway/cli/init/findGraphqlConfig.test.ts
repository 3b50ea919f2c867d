import { expect, test } from 'vitest';
import { findGraphqlConfig } from '../../../../../src/gateway/cli/init/findGraphqlConfig.ts';
import { makeFolder } from './support/makeFolder.ts';

test.each(['graphql.config.yml', 'graphql.config.ts', '.graphqlrc', '.graphqlrc.json', 'graphql.config.cjs'])(
  'finds %s',
  (name) => {
    expect(findGraphqlConfig(makeFolder({ [name]: '' }))).toBe(name);
  },
);

test('finds nothing in other files', () => {
  expect(
    findGraphqlConfig(makeFolder({ 'graphql.config.md': '', 'xgraphql.config.yml': '', 'portico.config.ts': '' })),
  ).toBeUndefined();
});
