// The origin and the client of a request, also behind proxies. Every hop appends to the headers in which proxies forward what they
// received, so that only the values of trusted proxies count: what stands further left may be the client's own.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { parseList, parsePairs, splitUnquoted } from './fieldSyntax.ts';
import { memoizeText } from './memoizeText.ts';
import { parseOrigin } from './urls.ts';

/** The other end of a connection. */
export interface Peer {
  /** IP address; undefined on a connection that is closed already. */
  address: string | undefined;
  /** Whether the connection is TLS. */
  encrypted: boolean;
}

/** What the headers of a request are forwarded over. */
export interface ForwardedRequest {
  headers: IncomingHttpHeaders;
  peer?: Peer | undefined;
}

/** Whether the proxy with this IP address is trusted; `hop` counts from 0, the peer. */
export type TrustsPeer = (address: string, hop: number) => boolean;

export interface OriginSettings {
  /** The origin of every absolute URL. */
  publicUrl?: string;
  /** Whether the forwarding headers of a peer are trusted. Absent: of none. */
  trustsPeer?: TrustsPeer | undefined;
}

/** Hosts that are safe in a response header: no punctuation that a registered name may have, no IPvFuture, and no empty port. */
const SAFE_HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d+)?$/i;

/**
 * The scheme and host of absolute URLs in a response: those of `publicUrl`, else of the forwarding headers of a trusted proxy,
 * else of the request itself, where a target in absolute form precedes Host. '' without a usable host, which makes URLs
 * relative. See RFC 9112, sections 3.2.2 and 3.3.
 */
export function originOf(
  request: ForwardedRequest & { target: string },
  { publicUrl, trustsPeer }: OriginSettings,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const forwarded = trustsPeer ? parseForwarded(request, trustsPeer) : {};
  const target = parseOrigin(request.target);
  const hosts = [forwarded.host, target ? target.authority : request.headers.host];
  const host = hosts.find((value) => value !== undefined && SAFE_HOST.test(value) && isHost(value));
  if (host === undefined) return '';
  const direct = target?.scheme ?? (request.peer?.encrypted ? 'https' : 'http');
  const scheme = /^https?$/i.test(forwarded.proto ?? '') ? forwarded.proto!.toLowerCase() : direct;
  return `${scheme}://${host}`;
}

/**
 * The IP address of the client: of the peer or, behind trusted proxies, the one that the outermost of them received the request
 * from. What a client forwards itself is further left, and does not count. Undefined on a connection that is closed already.
 */
export function clientAddress({ headers, peer }: ForwardedRequest, isTrusted?: TrustsPeer): string | undefined {
  const address = peer?.address;
  if (address === undefined || !isTrusted?.(address, 0)) return address;
  const forwarded = listOf(headers['x-forwarded-for']);
  const addresses = (forwarded.length > 0 ? forwarded : elementsOf(headers.forwarded).map(addressOf)).map(withoutPort);
  // A proxy may hide or not know an address: then it stands for its clients. See RFC 7239, section 6.
  return addresses.slice(-countTrusted(addresses, isTrusted)).find((received) => isIP(received) !== 0) ?? address;
}

type Forwarded = Partial<Record<'proto' | 'host', string | undefined>>;

/**
 * The scheme and host that the outermost trusted proxy received, from `X-Forwarded-Proto` and `X-Forwarded-Host`, or, without
 * both, from `Forwarded`. See RFC 7239, sections 4 and 5.
 */
export function parseForwarded({ headers, peer }: ForwardedRequest, isTrusted: TrustsPeer): Forwarded {
  if (peer?.address === undefined || !isTrusted(peer.address, 0)) return {};
  const protos = listOf(headers['x-forwarded-proto']);
  const hosts = listOf(headers['x-forwarded-host']);
  if (protos.length > 0 || hosts.length > 0) {
    const hops = countTrusted(listOf(headers['x-forwarded-for']).map(withoutPort), isTrusted);
    const pick = (values: readonly string[]) => values.at(-Math.min(hops, values.length));
    return { proto: pick(protos), host: pick(hosts) };
  }
  const elements = elementsOf(headers.forwarded);
  const hops = countTrusted(elements.map(addressOf).map(withoutPort), isTrusted);
  const element = elements.at(-Math.min(hops, elements.length))!;
  return { proto: element.get('proto'), host: element.get('host') };
}

function elementsOf(forwarded = ''): ReadonlyMap<string, string>[] {
  return splitUnquoted(forwarded, ',').map((element) => parsePairs(splitUnquoted(element, ';')));
}

function addressOf(element: ReadonlyMap<string, string>): string {
  return element.get('for') ?? '';
}

/** The number of trusted proxies, the peer included: the address to the left of each is the one that it received from. */
function countTrusted(addresses: readonly string[], isTrusted: TrustsPeer): number {
  const untrusted = addresses
    .toReversed()
    .findIndex((address, index) => isIP(address) === 0 || !isTrusted(address, index + 1));
  return 1 + (untrusted < 0 ? addresses.length : untrusted);
}

function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.indexOf(']'));
  return address.split(':').length === 2 ? address.split(':', 1)[0]! : address;
}

/** Node joins repeated lines of these headers, but types those that it does not know as a list. */
function listOf(header: string | string[] | undefined): string[] {
  return parseList(header === undefined ? header : String(header));
}

// The alternatives of a registered name share no first character, so nothing is matched twice.
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const HOST = /^(\[[^[\]]*\]|[^:[\]]*)(?::(\d*))?$/;

/**
 * Whether a text is a valid value of a Host header. Userinfo is not a part of it, and a URL of http has no empty host. See RFC 3986,
 * section 3.2.2, and RFC 9110, sections 4.2.1 and 7.2.
 */
export const isHost = memoizeText((value: string): boolean => {
  const [, name, port] = HOST.exec(value) ?? [];
  if (name === undefined || Number(port) > 65_535) return false;
  return name.startsWith('[') ? isLiteral(name.slice(1, -1)) : NAME.test(name);
});

function isLiteral(text: string): boolean {
  // Node also accepts a zone, which no URL has.
  return isIPv6(text) ? !text.includes('%') : FUTURE.test(text);
}
