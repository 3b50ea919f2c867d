// The client of a request: the program that sent it, never the person that it acts for.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './Caller.ts';

/**
 * The claims that name the client of a token, in the order of preference. See RFC 9068, section 2.2, and OpenID Connect Core,
 * section 2.
 */
const CLIENT_CLAIMS = ['client_id', 'azp'];

/** Characters of a claim: names are in each line of the log. */
const MAX_CLAIM_LENGTH = 256;

/** Visible characters of ASCII. */
const CLIENT_NAME = /^[!-~]{1,64}$/;

/** The client that the token of a caller names; undefined where it names none. */
export function claimedClient({ claims }: Pick<Caller, 'claims'>): string | undefined {
  for (const name of CLIENT_CLAIMS) {
    const claim = claims[name];
    if (claim && typeof claim === 'string') return claim;
  }
  return undefined;
}

/** The client of a request: that of the token, else what it calls itself in `X-Client-Name`, else `unknown`. */
export function clientName(caller: Pick<Caller, 'claims'> | null | undefined, headers: IncomingHttpHeaders): string {
  const claimed = caller && claimedClient(caller);
  if (claimed) return claimed.slice(0, MAX_CLAIM_LENGTH);
  const header = headers['x-client-name'];
  return typeof header === 'string' && CLIENT_NAME.test(header) ? header : 'unknown';
}
