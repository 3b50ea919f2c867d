import { type SpecPortico, clientOf, openForSpec } from './openForSpec.ts';

/**
 * A Portico to make requests of, over a database of its own in this process. With SPEC_BASE_PATH it is mounted there. With
 * SPEC_TARGET_URL nothing is started, and the Portico at that address is taken: it must have the demo data set and trust
 * `SPEC_SECRET`, and what asks for other settings is not for it.
 */
export async function startForSpec(env?: Record<string, string>): Promise<SpecPortico> {
  const { SPEC_TARGET_URL: target, SPEC_BASE_PATH: basePath = '' } = process.env;
  if (target && !env) return clientOf(target, async () => {});
  return (await openForSpec({ BASE_PATH: basePath, ...env })).portico;
}
