import type { Conventions } from '../conventions/Conventions.ts';
import type { RestRequest } from './message.ts';
import { readForwarded } from './readForwarded.ts';

export interface OriginSettings {
  /** What every absolute address begins with. */
  publicUrl?: string;
  /** Whether the forwarded headers of the peer with this address are taken; `hop` counts from 0. Absent: of none. */
  trustsPeer?: ((address: string, hop: number) => boolean) | undefined;
}

/** A host and, where there is one, a port. See RFC 3986, section 3.2.2. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * What stands before a path in `Location` and `Link`: nothing, or scheme and host. They are those of PUBLIC_URL, else what a
 * trusted proxy forwards, else those of the connection. A host that is none makes the address relative.
 */
export function originOf(request: RestRequest, { urls }: Conventions, settings: OriginSettings): string {
  if (urls === 'relative') return '';
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  const forwarded = settings.trustsPeer ? readForwarded(request, settings.trustsPeer) : {};
  const host = forwarded.host !== undefined && HOST.test(forwarded.host) ? forwarded.host : request.headers.host;
  if (host === undefined || !HOST.test(host)) return '';
  const own = request.peer?.encrypted ? 'https' : 'http';
  const scheme = /^https?$/i.test(forwarded.proto ?? '') ? forwarded.proto!.toLowerCase() : own;
  return `${scheme}://${host}`;
}
