import { isIPv6 } from 'node:net';

/** A host and, where one is given, its port; `port` may be empty. See RFC 3986, section 3.2.2. */
export interface Host {
  /** A registered name, an IPv4 address, or an IP literal in its brackets. */
  name: string;
  port: string | undefined;
}

// The alternatives of a registered name share no first character, so nothing is matched twice.
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const HOST = /^(\[[^[\]]*\]|[^:[\]]*)(?::(\d*))?$/;

/**
 * Parses the value of a Host header; undefined where it is not valid. Userinfo is not a part of it, and a URL of http has no
 * empty host. See RFC 9110, sections 4.2.1 and 7.2.
 */
export function parseHost(value: string): Host | undefined {
  const match = HOST.exec(value);
  if (!match) return undefined;
  const [, name, port] = match as unknown as [string, string, string | undefined];
  const isHost = name.startsWith('[') ? isLiteral(name.slice(1, -1)) : NAME.test(name);
  return isHost && Number(port ?? 0) <= 65_535 ? { name, port } : undefined;
}

function isLiteral(text: string): boolean {
  // Node also accepts a zone, which no URL has.
  return isIPv6(text) ? !text.includes('%') : FUTURE.test(text);
}
