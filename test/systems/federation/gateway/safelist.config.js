// A router that executes only the documents of the manifest PERSISTED_DOCUMENTS, as it is at each request, by their ids.
import { readFileSync } from 'node:fs';
import { gatewayConfig as others } from './gateway.config.js';

export const gatewayConfig = {
  ...others,
  persistedDocuments: {
    allowArbitraryDocuments: false,
    getPersistedOperation: (id) => JSON.parse(readFileSync(process.env.PERSISTED_DOCUMENTS, 'utf8'))[id] ?? null,
  },
};
