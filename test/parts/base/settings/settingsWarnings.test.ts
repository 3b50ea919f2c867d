import { describe, expect, test } from 'vitest';
import { findAuthWarnings, findRateLimitWarnings } from '../../../../src/gateway/base/settings/Settings.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';

const AUTH_SECRET = 'a secret of at least thirty-two bytes';
const ISSUER = expect.stringMatching(/^AUTH_ISSUER is not set: .*RFC 8725, section 3\.8\.$/) as string;
const AUDIENCE = expect.stringMatching(/^AUTH_AUDIENCE is not set: .*RFC 8725, section 3\.9\.$/) as string;

describe('findAuthWarnings', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ AUTH_SECRET }, [ISSUER, AUDIENCE]],
    [{ AUTH_JWKS_URL: 'https://i.example/jwks' }, [ISSUER, AUDIENCE]],
    [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example' }, [AUDIENCE]],
    [{ AUTH_SECRET, AUTH_AUDIENCE: 'shop' }, [ISSUER]],
    [{ AUTH_JWKS_URL: 'https://i.example/1,https://i.example/2', AUTH_ISSUER: 'i,j' }, [AUDIENCE]],
    [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' }, []],
  ])('%j has the warnings %j', (env, warnings) => {
    expect(findAuthWarnings(readSettings(env).auth)).toEqual(warnings);
  });
});

describe('findRateLimitWarnings', () => {
  test('workers that count by themselves cause a warning', () => {
    expect(findRateLimitWarnings(readSettings({ RATE_LIMIT: '100/60' }), 4)).toEqual([
      'RATE_LIMIT is counted by each of the 4 workers by itself: a caller has up to 4 times the limit. Set REDIS_URL to count together.',
    ]);
  });

  test.each<[Record<string, string>, number]>([
    [{ RATE_LIMIT: '100/60' }, 1],
    [{ RATE_LIMIT: 'off' }, 4],
    [{}, 4],
    [{ RATE_LIMIT: '100/60', REDIS_URL: 'redis://127.0.0.1' }, 4],
  ])('%j with %i processes causes none', (env, workers) => {
    expect(findRateLimitWarnings(readSettings(env), workers)).toEqual([]);
  });
});
