import { fileURLToPath } from 'node:url';
import type { DefaultApi } from '../../gateway/cli/DefaultApi.ts';
import { createPublisher } from '../createPublisher.ts';
import { ENDPOINT_DOCUMENTS } from '../endpointDocuments.ts';

/** The API of the service: its merged schema, and `schema/rest`. */
export const defaultApi: DefaultApi = {
  loadSchema: async () => {
    const { composeSchema } = await import('../composeSchema.ts');
    return composeSchema().schema;
  },
  endpoints: ENDPOINT_DOCUMENTS,
  createPublisher,
  root: fileURLToPath(new URL('../../../', import.meta.url)),
};
