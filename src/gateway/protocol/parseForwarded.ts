// The headers in which proxies forward what they received. Every hop appends to them, so that only the values of trusted
// proxies count: what stands further left may be the client's own.
import type { IncomingHttpHeaders } from 'node:http';
import { parsePairs } from './parseParameters.ts';
import { parseList } from './parseList.ts';
import { splitUnquoted } from './splitUnquoted.ts';

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

type Forwarded = Partial<Record<'proto' | 'host', string>>;

/**
 * The scheme and host that the outermost trusted proxy received, from `X-Forwarded-Proto` and `X-Forwarded-Host`, or, without
 * both, from `Forwarded`. See RFC 7239, sections 4 and 5.
 */
export function parseForwarded({ headers, peer }: ForwardedRequest, isTrusted: TrustsPeer): Forwarded {
  if (peer?.address === undefined || !isTrusted(peer.address, 0)) return {};
  const protos = listOf(headers['x-forwarded-proto']);
  const hosts = listOf(headers['x-forwarded-host']);
  if (protos.length > 0 || hosts.length > 0) {
    const hops = countTrusted(listOf(headers['x-forwarded-for']), isTrusted);
    const pick = (values: readonly string[]) => values.at(-Math.min(hops, values.length));
    return defined({ proto: pick(protos), host: pick(hosts) });
  }
  const elements = elementsOf(headers.forwarded);
  const hops = countTrusted(elements.map(addressOf), isTrusted);
  const element = elements.at(-Math.min(hops, elements.length))!;
  return defined({ proto: element.get('proto'), host: element.get('host') });
}

/**
 * The addresses that each proxy received the request from, as it says in `X-Forwarded-For` or, without that, in `Forwarded`,
 * the client's first. What a proxy hides or does not know is no address.
 */
export function forwardedAddresses(headers: IncomingHttpHeaders): string[] {
  const addresses = listOf(headers['x-forwarded-for']);
  return (addresses.length > 0 ? addresses : elementsOf(headers.forwarded).map(addressOf)).map(withoutPort);
}

function elementsOf(forwarded = ''): ReadonlyMap<string, string>[] {
  return splitUnquoted(forwarded, ',').map((each) => parsePairs(splitUnquoted(each, ';')));
}

function addressOf(element: ReadonlyMap<string, string>): string {
  return element.get('for') ?? '';
}

/** The number of trusted proxies, the peer included: the address to the left of each is the one that it received from. */
function countTrusted(addresses: readonly string[], isTrusted: TrustsPeer): number {
  let hops = 1;
  for (const address of addresses.toReversed()) {
    if (!ADDRESS.test(address) || !isTrusted(withoutPort(address), hops)) break;
    hops++;
  }
  return hops;
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\[?[\da-f:.]{2,45}\]?(?::\d+)?)$/i;

function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.indexOf(']'));
  return address.split(':').length === 2 ? address.split(':', 1)[0]! : address;
}

/** Node joins repeated lines of these headers, but types those that it does not know as a list. */
function listOf(header: string | string[] | undefined): string[] {
  return parseList(header === undefined ? header : String(header));
}

function defined(values: { proto: string | undefined; host: string | undefined }): Forwarded {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
