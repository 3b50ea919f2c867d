import { isIP } from 'node:net';
import { type ForwardedRequest, type TrustsPeer, forwardedAddresses } from './parseForwarded.ts';

/**
 * The IP address of the client: of the peer or, behind trusted proxies, the one that the outermost of them received the request
 * from. What a client forwards itself is further left, and does not count. Undefined on a connection that is closed already.
 */
export function clientAddress({ headers, peer }: ForwardedRequest, isTrusted?: TrustsPeer): string | undefined {
  let address = peer?.address;
  if (address === undefined || !isTrusted?.(address, 0)) return address;
  let hop = 0;
  for (const forwarded of forwardedAddresses(headers).toReversed()) {
    // A proxy may hide or not know an address: then it stands for its clients. See RFC 7239, section 6.
    if (isIP(forwarded) === 0) break;
    address = forwarded;
    if (!isTrusted(address, ++hop)) break;
  }
  return address;
}
