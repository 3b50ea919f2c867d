import type { ApiProperties } from '../../../src/gateway/plan/conventions/apiProperties.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';
import { type SpecPortico, clientOf, openForSpec, serveForSpec } from './openForSpec.ts';

/** The embedded database of this worker, and the Portico over it: both serve one test file after another, and end with it. */
let database: Promise<Database> | undefined;
let shared: Promise<SpecPortico> | undefined;

/**
 * A Portico for requests: without `env` the one that all files of this worker share. The embedded database is shared in any
 * case; on the server of TEST_DATABASE_URL each file has a database of its own. With SPEC_BASE_PATH it is mounted there. With
 * SPEC_TARGET_URL nothing is started, and the Portico at that address is used: it must have the demo data set and trust
 * `SPEC_SECRET`; files with `env` are not for it. `api` is another api.json than that of the service.
 */
export async function startForSpec(env?: Record<string, string>, api?: Partial<ApiProperties>): Promise<SpecPortico> {
  const { SPEC_TARGET_URL: target, SPEC_BASE_PATH: basePath = '', TEST_DATABASE_URL: server } = process.env;
  if (target && !env) return (shared ??= Promise.resolve(clientOf(target, async () => {})));
  if (server) return (await openForSpec({ BASE_PATH: basePath, ...env }, api)).portico;
  if (env) return startShared({ BASE_PATH: basePath, ...env }, api);
  return (shared ??= startShared({ BASE_PATH: basePath }).then(({ url }) => clientOf(url.href, async () => {})));
}

async function startShared(env: Record<string, string>, api?: Partial<ApiProperties>): Promise<SpecPortico> {
  database ??= openTestDatabase();
  return serveForSpec(env, await database, createLogger('info', { write: () => {} }), api);
}
