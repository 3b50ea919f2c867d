import type { Database } from '../../../src/service/database/Database.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import type { SpecPortico } from '../../promises/support/startForSpec.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';
import { serveForSpec } from './openForSpec.ts';

/** The embedded database of this worker: it serves one test file after another, and ends with it. */
let database: Promise<Database> | undefined;

/** A Portico in this process with these settings, over the database of the worker. A `DATABASE_URL` counts as a setting alone. */
export async function startInProcess(env: Record<string, string> = {}): Promise<SpecPortico> {
  database ??= openTestDatabase();
  return serveForSpec(env, await database, createLogger('info', { write: () => {} }));
}
