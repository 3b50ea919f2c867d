import { fileURLToPath } from 'node:url';

/** The folder of the service's endpoint documents. */
export const ENDPOINT_DOCUMENTS = fileURLToPath(new URL('../../schema/rest', import.meta.url));
