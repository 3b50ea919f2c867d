// Words that `check` validates and nothing executes: subscriptions.
import { describe } from 'vitest';
import { testFaults } from './support/faults.ts';

const sdl = `
  type Query { find: [Hit!]! }
  type Subscription { hits: Hit }
  type Hit { id: ID! }
`;

describe('words that are not executed are refused by name where they would be served', () => {
  testFaults(sdl, [
    [
      'a subscription',
      {
        'v1/hits.graphql': '▶subscription hits @endpoint(method: GET, path: "/hits") { hits { id } }',
        'v1/all.graphql': 'query all @endpoint(method: GET, path: "/all") { find { id } }',
      },
      'A subscription is not executed yet. | Remove it: this version of Portico only checks it.',
    ],
  ]);
});
