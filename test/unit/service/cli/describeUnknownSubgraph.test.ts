import { expect, test } from 'vitest';
import { describeUnknownSubgraph } from '../../../../src/service/cli/describeUnknownSubgraph.ts';

test('lists the known subgraphs', () => {
  expect(describeUnknownSubgraph('people', ['users', 'orders'])).toBe(
    'The subgraph "people" does not exist; it must be one of users, orders.',
  );
});
