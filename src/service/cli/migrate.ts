import type { Environment } from '../../gateway/server.ts';
import { readServiceSettings } from '../config/readServiceSettings.ts';
import type { DatabaseLog } from '../database/Database.ts';
import { openDatabase } from '../database/openDatabase.ts';

/** Migrates the database as a start would, whatever MIGRATE says, and prints each step. */
export async function migrate(env: Environment, print: (line: string) => void): Promise<void> {
  const settings = readServiceSettings(env);
  const printStep: DatabaseLog['info'] = (details, message) => {
    const texts = Object.values(details).map((value: unknown) =>
      value instanceof Error ? value.message : String(value),
    );
    print([message, ...texts].join(': '));
  };
  const log = { info: printStep, warn: printStep };
  await (await openDatabase({ ...settings, migrate: 'on', log })).close();
  print('the database is up to date');
}
