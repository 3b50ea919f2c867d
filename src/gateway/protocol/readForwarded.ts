// What proxies say of the request that they received. Only what a trusted proxy wrote itself is taken: every hop appends to
// these headers, so what stands further left may be the client's.
import type { RestRequest } from './message.ts';
import { splitUnquoted } from './parseAccept.ts';

type Forwarded = Partial<Record<'proto' | 'host', string>>;

/**
 * Scheme and host as the outermost trusted proxy received them, from `X-Forwarded-Proto` and `X-Forwarded-Host`, or, where
 * there is neither, from `Forwarded`. See RFC 7239, sections 4 and 5.
 */
export function readForwarded(
  { headers, peer }: Pick<RestRequest, 'headers' | 'peer'>,
  isTrusted: (address: string, hop: number) => boolean,
): Forwarded {
  if (peer?.address === undefined || !isTrusted(peer.address, 0)) return {};
  const own = { proto: listOf(headers['x-forwarded-proto']), host: listOf(headers['x-forwarded-host']) };
  if (own.proto.length > 0 || own.host.length > 0) {
    const hops = countTrusted(listOf(headers['x-forwarded-for']), isTrusted);
    const pick = (values: readonly string[]) => values.at(-Math.min(hops, values.length));
    return defined({ proto: pick(own.proto), host: pick(own.host) });
  }
  const elements = splitUnquoted(String(headers['forwarded'] ?? ''), ',').map(readElement);
  const hops = countTrusted(
    elements.map((element) => element.get('for') ?? ''),
    isTrusted,
  );
  const element = elements.at(-Math.min(hops, elements.length));
  return defined({ proto: element?.get('proto'), host: element?.get('host') });
}

/** How many proxies on the way are trusted, the peer included: of each, the next address to the left is the one it received from. */
function countTrusted(addresses: readonly string[], isTrusted: (address: string, hop: number) => boolean): number {
  let hops = 1;
  for (const address of addresses.toReversed()) {
    if (!isAddress(address) || !isTrusted(withoutPort(address), hops)) break;
    hops++;
  }
  return hops;
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\[?[\da-f:.]{2,45}\]?(?::\d+)?)$/i;

function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.indexOf(']'));
  return address.split(':').length === 2 ? address.split(':', 1)[0]! : address;
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function readElement(text: string): Map<string, string> {
  return new Map(
    splitUnquoted(text, ';').map((pair) => {
      const equals = pair.indexOf('=');
      const value = pair.slice(equals + 1).trim();
      const unquoted = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
      return [pair.slice(0, Math.max(equals, 0)).trim().toLowerCase(), unquoted];
    }),
  );
}

function defined(values: { proto: string | undefined; host: string | undefined }): Forwarded {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
