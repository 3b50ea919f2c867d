import { expect, test } from 'vitest';
import { authWarnings } from '../../../../src/gateway/config/authWarnings.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const AUTH_SECRET = 'a secret of at least thirty-two bytes';
const ISSUER = expect.stringMatching(/^AUTH_ISSUER is not set: .*RFC 8725, section 3\.8\.$/) as string;
const AUDIENCE = expect.stringMatching(/^AUTH_AUDIENCE is not set: .*RFC 8725, section 3\.9\.$/) as string;

test.each([
  [{}, []],
  [{ AUTH_SECRET }, [ISSUER, AUDIENCE]],
  [{ AUTH_JWKS_URL: 'https://i.example/jwks' }, [ISSUER, AUDIENCE]],
  [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example' }, [AUDIENCE]],
  [{ AUTH_SECRET, AUTH_AUDIENCE: 'shop' }, [ISSUER]],
  [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' }, []],
])('of %j', (env, warnings) => {
  expect(authWarnings(readSettings(env).auth)).toEqual(warnings);
});
