import type { ApolloServerPlugin } from '@apollo/server';
import { readPersistedHash } from './readPersistedHash.ts';

/**
 * Refuses invalid `extensions.persistedQuery` with 400 before Apollo Server reads them: its own errors have no code, and it expects
 * the hash to be a text.
 */
export function persistedQueriesPlugin(): ApolloServerPlugin {
  return { requestDidStart: async ({ request }) => void readPersistedHash(request) };
}
