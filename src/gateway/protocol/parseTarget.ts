import { cutText } from '../errors/cutText.ts';
import { ServiceError } from '../errors/ServiceError.ts';

/** Where a request goes: the decoded segments of its path below the base path, and its query as it came. */
export interface Target {
  segments: readonly string[];
  /** Without the question mark, still encoded. */
  query: string;
}

/** What an absolute target has before its path. */
export const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Takes a request target apart; undefined if it is not below the base path. One trailing slash is the same resource.
 * Throws BAD_REQUEST for malformed percent-encoding. See RFC 9112, section 3.2.
 */
export function parseTarget(target: string, basePath: string): Target | undefined {
  const origin = target.startsWith('/') ? target : target.replace(AUTHORITY, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? '' : origin.slice(mark + 1);
  if (!path.startsWith(`${basePath}/`) && path !== basePath) return undefined;
  const below = path.slice(basePath.length + 1).replace(/\/$/, '');
  const segments = below === '' ? [] : below.split('/');
  if (!below.includes('%')) return { segments, query };
  try {
    return { segments: segments.map(decodeURIComponent), query };
  } catch {
    throw new ServiceError('BAD_REQUEST', `The path ${cutText(path, 200)} is not valid percent-encoding.`);
  }
}
