import type { Schema } from '../describe/openapi/Schema.ts';

/** Whose the API of Portico's own endpoint documents is, as OpenAPI says it; what others make with Portico is their own. */
export function publisherOf({ apiName }: { apiName: string }): { contact: Schema; license: Schema } {
  return { contact: { name: `The maintainers of ${apiName}` }, license: { name: 'MIT', identifier: 'MIT' } };
}
