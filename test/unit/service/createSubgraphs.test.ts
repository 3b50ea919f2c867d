import { expect, test } from 'vitest';
import { SUBGRAPH_NAMES, createSubgraphs, describeUnknownSubgraph } from '../../../src/service/createSubgraphs.ts';
import type { Database } from '../../../src/service/database/Database.ts';

test('every subgraph has the name that it is listed with', () => {
  expect(createSubgraphs({} as Database).map(({ name }) => name)).toEqual(SUBGRAPH_NAMES);
});

test('the message for an unknown subgraph lists the known ones', () => {
  expect(describeUnknownSubgraph('people')).toBe(
    'The subgraph "people" does not exist; it must be one of users, orders, products, forecast.',
  );
});
