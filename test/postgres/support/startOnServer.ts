import { onTestFinished } from 'vitest';
import { type ServiceOverrides, startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { readSettings } from '../../../src/gateway/config/readSettings.ts';
import { clientOf, type SpecPortico } from '../../spec/support/openForSpec.ts';
import { SPEC_SECRET } from '../../spec/support/signToken.ts';

/** Starts Portico in this process over a database on a server, with the demo data set, until the test is done. */
export async function startOnServer(databaseUrl: string, overrides?: ServiceOverrides): Promise<SpecPortico> {
  const env = { PORT: '0', AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'silent', SEED: 'demo', DATABASE_URL: databaseUrl };
  const portico = await startMonolith(readSettings(env), overrides);
  onTestFinished(portico.close);
  return clientOf(portico.url, portico.close);
}
