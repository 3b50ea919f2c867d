import { createHash } from 'node:crypto';
import { type Caller, qualifyName } from '../access/Caller.ts';
import { claimedClient } from '../access/clientName.ts';
import { type ForwardedRequest, type TrustsPeer, clientAddress } from '../../http/clientOrigin.ts';
import { memoizeText } from '../../http/memoizeText.ts';
import { networkOf } from '../../http/networkOf.js';

/** Characters; a longer text is hashed, so that counters are small. */
const MAX_LENGTH = 64;

/**
 * Whose requests are counted together: those of the subject of the token, and its issuer where there are several; without one, of its client; without both, of the
 * network that the request comes from. Keys of different kinds are different.
 */
export function callerKey(
  caller: Pick<Caller, 'subject' | 'issuer' | 'claims'> | null,
  request: ForwardedRequest,
  trustsPeer?: TrustsPeer,
): string {
  if (caller && caller.subject !== '') return textKey('subject', qualifyName(caller, caller.subject));
  const client = caller && claimedClient(caller);
  if (client) return textKey('client', qualifyName(caller, client));
  const address = clientAddress(request, trustsPeer);
  if (address === undefined) return 'address:';
  return `address:${address.includes(':') ? networkOfIpv6(address) : address}`;
}

const networkOfIpv6 = memoizeText(networkOf);

function textKey(kind: string, text: string): string {
  if (text.length <= MAX_LENGTH) return `${kind}:${text}`;
  return `${kind}-sha256:${createHash('sha256').update(text).digest('base64url')}`;
}
