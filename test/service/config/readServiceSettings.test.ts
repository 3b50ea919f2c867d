import { describe, expect, it } from 'vitest';
import { SettingsError } from '../../../src/gateway/base/settings/Settings.ts';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readServiceSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems;
  }
  return [];
}

describe('readServiceSettings', () => {
  it('has a default for everything, and the settings of the gateway', () => {
    expect(readServiceSettings({})).toEqual({ ...readSettings({}), seed: 'demo', migrate: 'on' });
  });

  it('reads an empty variable as absent', () => {
    const empty = { PORT: '', DATABASE_URL: '', DATABASE_DIRECT_URL: '', SEED: '', MIGRATE: '', GRAPHQL_SAFELIST: '' };
    expect(readServiceSettings(empty)).toEqual(readServiceSettings({}));
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ DATABASE_URL: 'postgresql://a:b@c/d' }, { databaseUrl: 'postgresql://a:b@c/d', seed: 'none' }],
    [
      { DATABASE_URL: 'postgres://c/d', SEED: 'demo' },
      { databaseUrl: 'postgres://c/d', seed: 'demo' },
    ],
    [
      { DATABASE_URL: 'postgres://pooler/d', DATABASE_DIRECT_URL: 'postgres://c/d' },
      { databaseUrl: 'postgres://pooler/d', databaseDirectUrl: 'postgres://c/d' },
    ],
    [{ MIGRATE: 'off' }, { migrate: 'off' }],
    [{ SEED: 'none' }, { seed: 'none' }],
    [{ GRAPHQL_SAFELIST: 'operations.json' }, { graphqlSafelist: 'operations.json' }],
  ])('reads %j', (env, expected) => {
    expect(readServiceSettings(env)).toMatchObject(expected);
  });

  it.each([
    [{ MIGRATE: 'done' }, 'MIGRATE must be on or off, not "done".'],
    [{ SEED: 'all' }, 'SEED must be demo or none, not "all".'],
    [{ DATABASE_DIRECT_URL: 'postgres://c/d' }, 'DATABASE_DIRECT_URL requires DATABASE_URL, the URL of the pooler.'],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it('reports every problem of the gateway and of the database at once', () => {
    const urls = { DATABASE_URL: 'postgres://c/d?sslmod=1', DATABASE_DIRECT_URL: 'postgres://c/d?schema=1' };
    const problems = problemsOf({ PORT: 'x', SEED: 'x', AUTH_ISSUER: 'x', ...urls });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'AUTH_ISSUER',
      'SEED',
      'DATABASE_URL:',
      'DATABASE_DIRECT_URL:',
    ]);
  });

  it('rethrows an error that is no problem of a setting', () => {
    let reads = 0;
    const env = {
      get PORT(): string {
        if (reads++ > 0) return '0';
        throw new TypeError('PORT cannot be read.');
      },
    };
    expect(() => readServiceSettings(env)).toThrow(new TypeError('PORT cannot be read.'));
  });
});
