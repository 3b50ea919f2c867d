import * as z from 'zod';
import { secretsOf } from '../../cli/program.ts';
import { SettingsError, oneOf, parseEnvironment, readSettings } from '../../cli/serve.ts';
import type { Environment, Settings } from '../../gateway/server.ts';
import { readDatabaseUrls } from './readDatabaseUrls.ts';
import { OWN_SETTINGS } from './serviceSettings.ts';

export interface ServiceSettings extends Settings {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** The URL of the server itself, where `databaseUrl` is that of a transaction pooler. */
  databaseDirectUrl?: string;
  /** Who migrates: `on` this process; `off` nobody, the start only checks; `done` the primary process has done it. */
  migrate: 'on' | 'off' | 'done';
  /** The data set that an empty database gets. */
  seed: 'demo' | 'none';
  /** The file of the only operations that /graphql executes. Absent: it executes any. */
  graphqlSafelist?: string;
}

const serviceSchema = z.object({
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  MIGRATE: oneOf('on', 'off').default('on'),
  SEED: oneOf('demo', 'none').optional(),
  GRAPHQL_SAFELIST: z.string().optional(),
} satisfies Record<Exclude<keyof typeof OWN_SETTINGS, 'DATA_DIR'>, z.ZodType>);

/** Reads the settings of the gateway and of the service. Throws a SettingsError that lists every problem of both. */
export function readServiceSettings(env: Environment): ServiceSettings {
  const problems: string[] = [];
  const settings = collectProblems(problems, () => readSettings(env));
  const { data, given, ...parsed } = parseEnvironment(serviceSchema, env, secretsOf(OWN_SETTINGS));
  problems.push(...parsed.problems);
  // Parsed again where the database is opened: here the problems count.
  collectProblems(problems, () => checkDatabaseUrls(given));
  if (!settings || !data || problems.length > 0) throw new SettingsError(problems);
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl, GRAPHQL_SAFELIST: graphqlSafelist } = data;
  return {
    ...settings,
    ...(databaseUrl && { databaseUrl }),
    ...(databaseDirectUrl && { databaseDirectUrl }),
    migrate: data.MIGRATE,
    seed: data.SEED ?? (databaseUrl ? 'none' : 'demo'),
    ...(graphqlSafelist && { graphqlSafelist }),
  };
}

function checkDatabaseUrls({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Environment): void {
  if (url) readDatabaseUrls(url, directUrl);
  else if (directUrl) throw new SettingsError(['DATABASE_DIRECT_URL requires DATABASE_URL, the URL of the pooler.']);
}

/** Calls a reader of settings; adds the problems of its SettingsError to `problems`, and returns undefined then. */
function collectProblems<Value>(problems: string[], read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
