import { z } from 'zod';
import { type Environment, parseEnvironment } from '../../gateway/config/parseEnvironment.ts';
import { readSettings } from '../../gateway/config/readSettings.ts';
import { SettingsError } from '../../gateway/config/SettingsError.ts';
import { oneOf } from '../../gateway/config/variables.ts';
import { collectProblems } from './collectProblems.ts';
import { readDatabaseUrls } from './readDatabaseUrls.ts';
import type { ServiceSettings } from './ServiceSettings.ts';

const serviceSchema = z.object({
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  MIGRATE: oneOf('on', 'off').default('on'),
  SEED: oneOf('demo', 'none').optional(),
  GRAPHQL_SAFELIST: z.string().optional(),
});

/** Reads the settings of the gateway and of the service. Throws a SettingsError that lists every problem of both. */
export function readServiceSettings(env: Environment): ServiceSettings {
  const problems: string[] = [];
  const settings = collectProblems(problems, () => readSettings(env));
  const { data, given, ...parsed } = parseEnvironment(serviceSchema, env);
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
