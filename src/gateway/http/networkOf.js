// @ts-check
// JavaScript, and without imports but Node's, because the thread of HEALTH_PORT loads it as well. See `healthThread.js`.
import { isIPv6 } from 'node:net';

/** An IPv4 address in an IPv6 address, as the URL parser writes it. See RFC 4291, section 2.5.5.2. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * The network of one client: an IPv4 address, or the first 64 bits of an IPv6 address, of which a client can choose the rest. See
 * RFC 4291, section 2.5.4.
 * @param {string} address
 * @returns {string}
 */
export function networkOf(address) {
  if (!isIPv6(address)) return address;
  // The URL parser, which knows no zone, writes it canonically: in lower case and hexadecimal throughout, without leading zeros.
  const canonical = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const mapped = MAPPED.exec(canonical);
  if (mapped) {
    const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const zeros = 8 - canonical.split(':').filter(Boolean).length;
  const groups = canonical
    .replace('::', `:${'0:'.repeat(zeros)}`)
    .split(':')
    .filter(Boolean);
  return `${groups.slice(0, 4).join(':')}::/64`;
}
