// Express, SOFA and the lower bound check tokens with Portico's own authenticator: with jose, and a cache of verified
// tokens; verifying each time would slow them down for that alone.
import { createAuthenticator } from '../../../dist/gateway/guard/access/createAuthenticator.js';
import type { Caller } from '../../../dist/gateway/guard/access/Caller.js';
import { ServiceError } from '../../../dist/gateway/base/errors/ServiceError.js';

/** Answers who calls; rejects with an error of `status` 401 or 403 unless a token has all of these scopes. */
export type Authorise = (authorization: string | undefined, scopes: readonly string[]) => Promise<Caller>;

export function createAuthorise(secret: string): Authorise {
  const key = { kind: 'secret', secret: new TextEncoder().encode(secret) } as const;
  const { authenticate } = createAuthenticator({ key, realm: 'bench' });
  return async (authorization, scopes) => {
    const caller = await authenticate(authorization);
    const missing = scopes.filter((scope) => !caller.scopes.has(scope));
    if (missing.length > 0) throw new ServiceError('FORBIDDEN', `Missing: ${missing.join(', ')}.`);
    return caller;
  };
}
