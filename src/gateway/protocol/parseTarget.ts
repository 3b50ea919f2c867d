import { truncate } from '../errors/truncate.ts';
import { ServiceError } from '../errors/ServiceError.ts';

/** Where a request goes: the decoded segments of its path below the base path, and its query as received. */
export interface Target {
  segments: readonly string[];
  /** Without the question mark, still encoded. */
  query: string;
}

/** The scheme and authority of a target in absolute form. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;

/**
 * Parses a request target; undefined if it is not below the base path. A trailing slash is ignored.
 * Throws BAD_REQUEST for invalid percent-encoding. See RFC 9112, section 3.2.
 */
export function parseTarget(target: string, basePath: string): Target | undefined {
  const { path, query } = splitTarget(target);
  if (!path.startsWith(`${basePath}/`) && path !== basePath) return undefined;
  const below = withoutSlash(path.slice(basePath.length + 1));
  const segments = below === '' ? [] : below.split('/');
  if (!below.includes('%')) return { segments, query };
  try {
    return { segments: segments.map(decodeURIComponent), query };
  } catch {
    throw new ServiceError('BAD_REQUEST', `The path ${truncate(path, 200)} is not valid percent-encoding.`);
  }
}

/** The scheme, in lower case, and the authority of a target in absolute form. See RFC 9112, section 3.2.2. */
export function parseOrigin(target: string): { scheme: string; authority: string } | undefined {
  if (target.startsWith('/')) return undefined;
  const [, scheme, authority] = ORIGIN.exec(target) ?? [];
  return scheme === undefined || authority === undefined ? undefined : { scheme: scheme.toLowerCase(), authority };
}

/** The path of a request target, without its query and a trailing slash, still encoded. */
export function pathOf(target: string): string {
  return withoutSlash(splitTarget(target).path);
}

/** Splits a request target at its question mark, without its authority. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
