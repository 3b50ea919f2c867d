import { readServiceSettings } from '../config/readServiceSettings.ts';
import type { DatabaseLog } from '../database/Database.ts';
import { openBackend } from '../database/openBackend.ts';
import { prepareDatabase } from '../database/prepareDatabase.ts';

/** Prepares the database as a start would, whatever MIGRATE says, and tells `print` each step that it took. */
export async function migrate(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<void> {
  const settings = readServiceSettings(env);
  const backend = await openBackend(settings);
  const tell: DatabaseLog['info'] = (details, message) => print([message, ...textsOf(details)].join(': '));
  try {
    await prepareDatabase(backend, { seed: settings.seed, migrate: 'on', log: { info: tell, warn: tell } });
  } finally {
    await backend.close();
  }
  print('the database is up to date');
}

/** What a log line would hold beside its message. */
function textsOf(details: object): string[] {
  return Object.values(details).map((value: unknown) => (value instanceof Error ? value.message : String(value)));
}
