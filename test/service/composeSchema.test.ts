import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/gateway/base/settings/readSettings.ts';
import { describeOpenApi, readApi } from '../../src/project/readApi.ts';
import { composeSchema } from '../../src/service/composeSchema.ts';
import { SUBGRAPH_NAMES, createSubgraphs, describeUnknownSubgraph } from '../../src/service/createSubgraphs.ts';
import { defaultApi } from '../../src/service/defaultApi.ts';
import { composeService } from '../../src/service/composeService.ts';
import type { Database } from '../../src/service/database/Database.ts';

describe('composeSchema', () => {
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
});

describe('createSubgraphs', () => {
  test('every subgraph has the name that it is listed with', () => {
    expect(createSubgraphs({} as Database).map(({ name }) => name)).toEqual(SUBGRAPH_NAMES);
  });

  test('the message for an unknown subgraph lists the known ones', () => {
    expect(describeUnknownSubgraph('people')).toBe(
      'The subgraph "people" does not exist; it must be one of users, orders, products, forecast.',
    );
  });
});

describe('defaultApi', () => {
  test('is the API that the service serves', async () => {
    const settings = readSettings({});
    const api = await readApi(defaultApi);
    expect([...describeOpenApi(api, settings)]).toEqual([...composeService(settings).rest.openApi]);
  });

  test('has its contracts in this repository', () => {
    expect(existsSync(path.join(defaultApi.root, 'contracts/openapi.json'))).toBe(true);
  });

  test('has a folder of versions', () => {
    expect(readdirSync(defaultApi.endpoints)).toEqual(
      expect.arrayContaining(['api.json', 'conventions.json', 'v1', 'v2']),
    );
  });

  test('names the API in the contact', () => {
    expect(defaultApi.publisher).toEqual({
      contact: { name: 'The maintainers of portico' },
      license: { name: 'MIT', identifier: 'MIT' },
    });
  });
});
