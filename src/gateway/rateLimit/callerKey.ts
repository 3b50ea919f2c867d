import { createHash } from 'node:crypto';
import type { Caller } from '../access/Caller.ts';
import { clientAddress } from '../protocol/clientAddress.ts';
import { networkOf } from '../protocol/networkOf.ts';
import type { ForwardedRequest, TrustsPeer } from '../protocol/parseForwarded.ts';

/** Characters; a longer text is hashed, so that counters are small. */
const MAX_LENGTH = 64;

/**
 * Whose requests are counted together: those of the subject of the token or, without one, of the network that the request comes
 * from. Keys of subjects and networks are different.
 */
export function callerKey(
  caller: Pick<Caller, 'subject'> | null,
  request: ForwardedRequest,
  trustsPeer?: TrustsPeer,
): string {
  if (caller && caller.subject !== '') return textKey('subject', caller.subject);
  const address = clientAddress(request, trustsPeer);
  return `address:${address === undefined ? '' : networkOf(address)}`;
}

function textKey(kind: string, text: string): string {
  if (text.length <= MAX_LENGTH) return `${kind}:${text}`;
  return `${kind}-sha256:${createHash('sha256').update(text).digest('base64url')}`;
}
