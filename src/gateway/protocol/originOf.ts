import { type ForwardedRequest, type TrustsPeer, parseForwarded } from './parseForwarded.ts';
import { parseHost } from './parseHost.ts';
import { parseOrigin } from './parseTarget.ts';

export interface OriginSettings {
  /** The origin of every absolute URL. */
  publicUrl?: string;
  /** Whether the forwarding headers of a peer are trusted. Absent: of none. */
  trustsPeer?: TrustsPeer | undefined;
}

/** Hosts that are safe in a response header: no punctuation that a registered name may have, and no IPvFuture. */
const SAFE_NAME = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])$/i;

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
  const host = [forwarded.host, target ? target.authority : request.headers.host].find(isSafe);
  if (host === undefined) return '';
  const own = target?.scheme ?? (request.peer?.encrypted ? 'https' : 'http');
  const scheme = /^https?$/i.test(forwarded.proto ?? '') ? forwarded.proto!.toLowerCase() : own;
  return `${scheme}://${host}`;
}

function isSafe(value: string | undefined): value is string {
  const host = value === undefined ? undefined : parseHost(value);
  return host !== undefined && SAFE_NAME.test(host.name) && host.port !== '';
}
