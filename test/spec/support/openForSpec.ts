import { startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { createLogger } from '../../../src/gateway/telemetry/createLogger.ts';
import { openTestDatabase } from '../../database/openTestDatabase.ts';
import { Client } from './Client.ts';
import { SPEC_SECRET } from './signToken.ts';

/** A Portico for one test file: whoever starts it closes it. */
export interface SpecPortico extends Client {
  close(): Promise<void>;
}

/** A Portico and a hand on its inside, for promises that cannot be seen over HTTP. */
export interface OpenPortico {
  portico: SpecPortico;
  database: Database;
  /** The SQL statements that run while `work` does. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** All lines of the log, each a JSON object. */
  logged: readonly string[];
}

/** Starts Portico in this process over a database of its own, with the demo data set; `env` are further settings. */
export async function openForSpec(env: Record<string, string> = {}): Promise<OpenPortico> {
  let statements: string[] = [];
  const logged: string[] = [];
  const log = createLogger('info', { write: (line: string) => void logged.push(line) });
  const database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  try {
    const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET, ...env });
    const portico = await startMonolith(settings, { database, log });
    const close = async () => {
      await portico.close();
      await database.close();
    };
    return {
      portico: clientOf(portico.url, close),
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

/** A client of the Portico at this address, base path included. */
export function clientOf(address: string, close: () => Promise<void>): SpecPortico {
  const url = new URL(address);
  return Object.assign(new Client(url, url.pathname.replace(/\/$/, '')), { close });
}
