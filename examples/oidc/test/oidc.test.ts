// A client gets a token of a real issuer, and calls the service with it.
import { afterAll, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/promises/support/expectations.ts';
import { startInProcess } from '../../../test/service/support/startInProcess.ts';
import { AUDIENCE, CLIENT, startIssuer } from '../issuer.js';

describe('a token of oidc-provider', async () => {
  const issuer: { url: string; close(): void } = await startIssuer(0);
  const portico = await startInProcess({
    AUTH_SECRET: '',
    AUTH_ISSUER: issuer.url,
    AUTH_JWKS_URL: `${issuer.url}/jwks`,
    AUTH_AUDIENCE: AUDIENCE,
  });
  afterAll(async () => {
    await portico.close();
    issuer.close();
  });

  /** The client credentials grant. See RFC 6749, section 4.4. */
  async function requestToken(parameters: Record<string, string>): Promise<Record<string, unknown>> {
    const credentials = [CLIENT.id, CLIENT.secret].map(encodeURIComponent).join(':');
    const response = await fetch(`${issuer.url}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(credentials)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  async function get(path: string, parameters: Record<string, string>) {
    const { access_token: token } = await requestToken(parameters);
    return portico.get(path, { scope: null, headers: { authorization: `Bearer ${String(token)}` } });
  }

  test('has the scopes that the client requested, and no others', async () => {
    expect((await get('/v1/products?limit=1', { scope: 'products:read' })).status).toBe(200);
    expectError(await get('/v1/users', { scope: 'products:read' }), 403, 'users:read');
    expect(await requestToken({ scope: 'products:read users:write' })).toMatchObject({ scope: 'products:read' });
  });

  test('for another service is refused with 401', async () => {
    const answer = await get('/v1/products', { scope: 'products:read', resource: 'https://other.example.com' });
    expectError(answer, 401, 'The audience of the token is not accepted.');
  });
});
