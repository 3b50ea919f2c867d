import { startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { createLogger, type Logger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';
import { type SpecPortico, clientOf } from '../../promises/support/startForSpec.ts';

/** A Portico with its database and log, for promises that cannot be seen over HTTP. */
export interface OpenPortico {
  portico: SpecPortico;
  database: Database;
  /** The SQL statements that run while `work` does. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** All lines of the log, each a JSON object. */
  logged: readonly string[];
}

/** Starts Portico in this process over a database of its own, with the demo data set. */
export async function openForSpec(): Promise<OpenPortico> {
  let statements: string[] = [];
  const logged: string[] = [];
  const log = createLogger('info', { write: (line: string) => void logged.push(line) });
  const database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  try {
    const portico = await serveForSpec({}, database, log);
    const stop = portico.close;
    const close = async () => {
      await stop();
      await database.close();
    };
    return {
      portico: Object.assign(portico, { close }),
      database,
      logged,
      statementsOf: async (work) => {
        statements = [];
        await work();
        return statements;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Starts Portico in this process over a database that it does not close; `env` are further settings. */
export async function serveForSpec(env: Record<string, string>, database: Database, log: Logger): Promise<SpecPortico> {
  const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET, ...env });
  const { url, close } = await startMonolith(settings, {}, { database, log });
  return clientOf(url, close);
}
