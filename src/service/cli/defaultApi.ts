import { fileURLToPath } from 'node:url';
import type { Project } from '../../gateway/cli/project/Project.ts';
import { createPublisher } from '../createPublisher.ts';
import { ENDPOINT_DOCUMENTS } from '../endpointDocuments.ts';

/** The API of the service: its merged schema, and `schema/rest`. */
export const defaultApi: Project = {
  loadSchema: async () => {
    const { composeSchema } = await import('../composeSchema.ts');
    return composeSchema().schema;
  },
  endpoints: ENDPOINT_DOCUMENTS,
  createPublisher,
  root: fileURLToPath(new URL('../../../', import.meta.url)),
};
