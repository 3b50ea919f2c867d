import { isIPv6 } from 'node:net';

/** An IPv4 address in an IPv6 address, as the URL parser writes it. See RFC 4291, section 2.5.5.2. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * The network of one client: an IPv4 address, or the first 64 bits of an IPv6 address, of which a client can choose the rest. See
 * RFC 4291, section 2.5.4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%', 1);
  // The URL parser writes it canonically: in lower case and hexadecimal throughout, without leading zeros.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = MAPPED.exec(canonical);
  if (mapped) return mapped.slice(1).map(dotted).join('.');
  const [before = '', after = ''] = canonical.split('::');
  const [head, tail] = [before, after].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** Two bytes in hexadecimal, as they are in an IPv4 address. */
function dotted(hexadecimal: string): string {
  const value = Number.parseInt(hexadecimal, 16);
  return `${value >> 8}.${value & 0xff}`;
}
