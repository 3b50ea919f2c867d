import type { EngineSettings } from '../gateway/createEngine.ts';

/** `info.contact` and `info.license` of the service's OpenAPI documents. See OpenAPI 3.1 section 4.8.2. */
export function createPublisher({ apiName }: { apiName: string }): NonNullable<EngineSettings['publisher']> {
  return { contact: { name: `The maintainers of ${apiName}` }, license: { name: 'MIT', identifier: 'MIT' } };
}
