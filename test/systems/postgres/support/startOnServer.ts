import { onTestFinished } from 'vitest';
import { startMonolith } from '../../../../src/service/modes/startMonolith.ts';
import type { ServiceOverrides } from '../../../../src/service/modes/startOverDatabase.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';
import { clientOf, type SpecPortico } from '../../../promises/support/startForSpec.ts';
import { SPEC_SECRET } from '../../../promises/support/signToken.ts';

/** Starts Portico in this process over a database on a server, with the demo data set, until the test is done; `env` are further settings. */
export async function startOnServer(
  databaseUrl: string,
  overrides?: ServiceOverrides,
  env: Record<string, string> = {},
): Promise<SpecPortico> {
  const own = { PORT: '0', AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'silent', SEED: 'demo', DATABASE_URL: databaseUrl };
  const portico = await startMonolith(readServiceSettings({ ...own, ...env }), {}, overrides);
  onTestFinished(portico.close);
  return clientOf(portico.url, portico.close);
}
