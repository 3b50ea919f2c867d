import proxyAddr from 'proxy-addr';

/** Whether `proxy-addr` can compile the list: IP addresses, ranges, and names of ranges such as `loopback`. */
export function isProxyList(peers: readonly string[]): boolean {
  // proxy-addr takes a bare number for an address.
  if (peers.some((peer) => /^\d+$/.test(peer))) return false;
  try {
    proxyAddr.compile([...peers]);
    return true;
  } catch {
    return false;
  }
}
