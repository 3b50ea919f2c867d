import { expect, test } from 'vitest';
import { findAuthWarnings } from '../../../../src/gateway/config/findAuthWarnings.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const AUTH_SECRET = 'a secret of at least thirty-two bytes';
const ISSUER = expect.stringMatching(/^AUTH_ISSUER is not set: .*RFC 8725, section 3\.8\.$/) as string;
const AUDIENCE = expect.stringMatching(/^AUTH_AUDIENCE is not set: .*RFC 8725, section 3\.9\.$/) as string;

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ AUTH_SECRET }, [ISSUER, AUDIENCE]],
  [{ AUTH_JWKS_URL: 'https://i.example/jwks' }, [ISSUER, AUDIENCE]],
  [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example' }, [AUDIENCE]],
  [{ AUTH_SECRET, AUTH_AUDIENCE: 'shop' }, [ISSUER]],
  [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' }, []],
])('%j has the warnings %j', (env, warnings) => {
  expect(findAuthWarnings(readSettings(env).auth)).toEqual(warnings);
});
