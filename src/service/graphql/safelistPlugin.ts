import type { ApolloServerPlugin } from '@apollo/server';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { hashDocument } from './hashDocument.ts';
import { readPersistedHash } from './readPersistedHash.ts';
import type { Safelist } from './readSafelist.ts';

/** Refuses every operation that is not on the list with 403, before it is parsed; a hash on the list becomes its document. */
export function safelistPlugin(safelist: Safelist): ApolloServerPlugin {
  return {
    requestDidStart: async ({ request }) => {
      const { query, extensions: { persistedQuery: _, ...extensions } = {} } = request;
      // Apollo Server refuses a request without either.
      const hash = readPersistedHash(request) ?? (query ? hashDocument(query) : undefined);
      if (hash === undefined) return;
      const document = safelist.get(hash);
      if (document === undefined) {
        throw ServiceError.of(
          'PERSISTED_QUERY_NOT_IN_LIST',
          403,
          'The operation is not on the safelist of this server, which executes only listed operations.',
        );
      }
      Object.assign(request, { query: document, extensions });
    },
  };
}
