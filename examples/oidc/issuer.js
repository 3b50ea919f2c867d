// An issuer for trials: oidc-provider with one client, whose tokens are JWTs for one audience.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Provider } from 'oidc-provider';

/** The claim `aud` of the tokens: the API that they are for. */
export const AUDIENCE = 'https://api.example.com';
/** In production, a secret of its own from the environment. */
export const CLIENT = { id: 'shop', secret: 'a secret for trials only' };
const SCOPES = ['products:read', 'orders:read', 'users:read'];

/** Starts the issuer at a port of this machine; 0 selects a free one. */
export async function startIssuer(port) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'ES256' }] },
    ttl: { ClientCredentials: 600 },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      // The audience of RFC 8707, and access tokens that are JWTs: without a resource they have neither.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        getResourceServerInfo: (_, resource) => ({
          audience: resource,
          scope: SCOPES.join(' '),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server.on('request', provider.callback());
  return { url, close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startIssuer(4800);
  process.stdout.write(`The issuer is ready at ${url}\n`);
}
