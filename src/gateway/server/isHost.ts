import { isIPv6 } from 'node:net';

// The alternatives of a registered name share no first character, so nothing is matched twice.
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const HOST = /^(?:\[([^[\]]*)\]|([^:[\]]*))(?::(\d*))?$/;

/**
 * Whether the value of a Host header names a host: a registered name or an IP address, with a port or without. Userinfo is no
 * part of it, and a URL of http has no empty host. See RFC 9110 sections 4.2.1 and 7.2, and RFC 3986 section 3.2.2.
 */
export function isHost(value: string): boolean {
  const [, literal, name, port = ''] = HOST.exec(value) ?? [];
  if (Number(port) > 65_535) return false;
  if (literal !== undefined) return isIPv6(literal) ? !literal.includes('%') : FUTURE.test(literal);
  return name !== undefined && NAME.test(name);
}
