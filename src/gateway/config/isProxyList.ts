import proxyAddr from 'proxy-addr';

/** Whether these are addresses, ranges, or names of ranges that proxies can be told by. */
export function isProxyList(peers: readonly string[]): boolean {
  // A bare number would be read as an address.
  if (peers.some((peer) => /^\d+$/.test(peer))) return false;
  try {
    proxyAddr.compile([...peers]);
    return true;
  } catch {
    return false;
  }
}
