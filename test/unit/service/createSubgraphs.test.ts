import { expect, test } from 'vitest';
import { SUBGRAPH_NAMES, createSubgraphs } from '../../../src/service/createSubgraphs.ts';
import type { Database } from '../../../src/service/database/Database.ts';

test('every subgraph has the name that it is listed with', () => {
  expect(createSubgraphs({} as Database).map(({ name }) => name)).toEqual(SUBGRAPH_NAMES);
});
