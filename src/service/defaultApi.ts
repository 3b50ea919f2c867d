import { fileURLToPath } from 'node:url';
import type { Project } from '../cli/program.ts';

/** The API of the service: its merged schema, and its endpoint documents. */
export const defaultApi = {
  loadSchema: async () => {
    const { composeSchema } = await import('./composeSchema.ts');
    return composeSchema().schema;
  },
  endpoints: fileURLToPath(new URL('../../schema/rest', import.meta.url)),
  /** See OpenAPI 3.1 section 4.8.2. */
  publisher: { contact: { name: 'The maintainers of portico' }, license: { name: 'MIT', identifier: 'MIT' } },
  root: fileURLToPath(new URL('../../', import.meta.url)),
} satisfies Project;
